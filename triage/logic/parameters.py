"""Which parameters of a request a lead may set: those that shape an answer, and no others.

Headers, other bodies, a stored conversation or another address would undo what is on record about where
notes go and that nothing is kept.
"""

import json

from foundation.logic.words import is_storable

SETTABLE = frozenset(
    {
        *("temperature", "top_p", "seed", "stop", "frequency_penalty", "presence_penalty", "logit_bias"),
        *("max_tokens", "max_completion_tokens", "reasoning_effort", "verbosity", "response_format"),
        *("logprobs", "top_logprobs", "extra_body"),
    }
)
# what servers of open models want in the body beside these
SETTABLE_EXTRA = frozenset(
    {
        *("top_k", "min_p", "repetition_penalty", "length_penalty", "min_tokens", "chat_template_kwargs"),
        *("guided_json", "reasoning", "thinking", "include_reasoning", "options", "think"),
    }
)
MOST_CHARACTERS = 20_000


def refused_parameters(parameters: dict) -> list[str]:
    """The names that may not be set, sorted; of the extra body as `extra_body.name`."""
    refused = [str(name)[:40] for name in parameters.keys() - SETTABLE]
    extra = parameters.get("extra_body", {})
    if isinstance(extra, dict):
        refused += [f"extra_body.{str(name)[:40]}" for name in extra.keys() - SETTABLE_EXTRA]
    else:
        refused.append("extra_body")
    written = json.dumps(parameters, ensure_ascii=False)
    if len(written) > MOST_CHARACTERS or "\\u0000" in written or not is_storable(written):
        refused.append("so much, or what no database can store")
    return sorted(refused)

"""The one client that talks to models: any server that speaks the OpenAI chat protocol."""

import time
from dataclasses import dataclass, replace

from triage.logic.endpoints import Endpoint
from triage.logic.parsing import Answer, Unreadable, parse_answer
from triage.logic.prompts import asked_again
from triage.services.keys import KEYS, NO_KEY, key_for

SECONDS_TO_ANSWER = 300
RETRIES = 5
ASKED_AGAIN = 2


class NoAnswer(Exception):
    """The server gave no answer; `final` when it would give none to any question (as a wrong key)."""

    def __init__(self, message: str, *, final: bool) -> None:
        super().__init__(message)
        self.final = final


@dataclass(frozen=True)
class Reply:
    """What a model said to one question; `answer` is None where it could not be read."""

    raw: str
    answer: Answer | None
    model: str
    tokens_in: int
    tokens_out: int
    latency_ms: int


class Client:
    """Asks one model at one endpoint; safe to use from many threads. Transport errors are retried."""

    def __init__(self, endpoint: Endpoint, model: str, parameters: dict, *, retries: int = RETRIES) -> None:
        import openai  # takes a second, and only those who ask models need it

        self._sdk, self.model, self.parameters = openai, model, parameters
        self._key = key_for(endpoint)
        # a redirect could lead to a host that nobody allowed; a proxy may not stand before this machine
        http = openai.DefaultHttpxClient(follow_redirects=False, trust_env=not endpoint.is_local)
        self._client = openai.OpenAI(
            base_url=endpoint.url,
            api_key=self._key or NO_KEY,
            max_retries=retries,
            timeout=SECONDS_TO_ANSWER,
            http_client=http,
        )

    def ask(self, messages: list[dict[str, str]]) -> Reply:
        """The model's answer; one that cannot be read is asked for again, up to twice. Raises NoAnswer."""
        total = Reply("", None, self.model, 0, 0, 0)
        for _ in range(1 + ASKED_AGAIN):
            total = self._once(messages, total)
            try:
                return replace(total, answer=parse_answer(total.raw))
            except Unreadable as fault:
                messages = asked_again(messages, total.raw, str(fault))
        return total

    def _once(self, messages: list[dict[str, str]], before: Reply) -> Reply:
        began = time.monotonic()
        try:
            said = self._client.chat.completions.create(
                model=self.model, messages=messages, **self.parameters
            )
        except self._sdk.APIStatusError as error:
            final = error.status_code in (301, 302, 303, 307, 308, 401, 403, 404, 405)
            raise NoAnswer(self._refused(error.status_code), final=final) from None
        except self._sdk.OpenAIError as error:
            raise NoAnswer(self._silent(error), final=False) from None
        usage = said.usage
        choices = said.choices or []
        return Reply(
            raw=(choices[0].message.content or "") if choices else "",
            answer=None,
            model=said.model or self.model,
            tokens_in=before.tokens_in + (usage.prompt_tokens if usage else 0),
            tokens_out=before.tokens_out + (usage.completion_tokens if usage else 0),
            latency_ms=before.latency_ms + round((time.monotonic() - began) * 1000),
        )

    def _silent(self, error: Exception) -> str:
        if isinstance(error, self._sdk.APITimeoutError):
            return "the endpoint did not answer in time; ask for fewer at once, or a smaller model"
        if isinstance(error, self._sdk.APIConnectionError):
            return "the endpoint cannot be reached; does a server run at its address?"
        return f"the endpoint gave no answer ({type(error).__name__})"

    def _refused(self, status: int) -> str:
        said = f"the endpoint answered with status {status}"
        lacks_key = status in (401, 403) and not self._key
        return f"{said}; no key is bound to its address in {KEYS}" if lacks_key else said

    def close(self) -> None:
        self._client.close()

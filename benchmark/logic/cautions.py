"""Sentences a reader of a score must not miss. Each begins with its code."""

import re

from benchmark.logic.gold import Gold
from benchmark.logic.predictions import Answers

MOST_OF_A_NOTE = 0.5
_FAMILY = re.compile(r"[^\W\d_]+")


def family(model: str) -> str:
    """The family of a model's name: the letters its last part begins with (`openai/gpt-4o` gives gpt)."""
    match = _FAMILY.search(model.casefold().rsplit("/", 1)[-1])
    return match.group() if match else ""


def cautions(gold: Gold, answers: Answers, score: dict) -> list[str]:
    """What to warn about, given the finished figures of a score."""
    found = [
        *_about_the_file(answers),
        *_about_evidence(gold, answers, score["evidence"]),
        *_about_baselines(score),
        *_about_models(gold, answers),
    ]
    small = [f"{row['by']}={row['value']}" for row in score["strata"] if row["small"]]
    if small:
        found.append(f"small_strata: {len(small)} strata hold fewer than 30 pairs: {', '.join(small)}")
    undefined = score["concept"]["undefined_replicates"]
    if undefined:
        shown = ", ".join(f"{name} {count}" for name, count in undefined.items())
        found.append(f"undefined_replicates: replicates without a value were left out: {shown}")
    return found


def _about_the_file(answers: Answers) -> list[str]:
    found = []
    if answers.missing:
        found.append(f"missing_as_false: {answers.missing} pairs were not answered and count as False")
    if answers.ignored:
        found.append(f"columns_not_read: {', '.join(answers.ignored)}")
    counts = answers.counts
    if counts.get("quotes_without_notes"):
        found.append("quotes_without_notes: quotes were given but no notes; evidence is not scored")
    if counts.get("quotes_not_found"):
        found.append(f"quotes_not_found: {counts['quotes_not_found']} quotes do not stand in their note")
    if counts.get("quotes_in_several_places"):
        places = counts["quotes_in_several_places"]
        found.append(f"quotes_in_several_places: {places} quotes stand in several places; all of them count")
    return found


def _about_evidence(gold: Gold, answers: Answers, evidence: dict) -> list[str]:
    if gold.sentences is None:
        return ["no_sentences: the release has no sentence table; evidence is not scored"]
    found = []
    whole = sum(gold.sentences.count(gold.pair_task[pair]) for pair in gold.cases)
    returned = sum(answers.returned[pair] for pair in gold.cases)
    if whole and returned / whole >= MOST_OF_A_NOTE:
        share = round(100 * returned / whole)
        found.append(
            f"recall_by_returning_much: {share} % of all sentences were returned; returning every sentence "
            "gives recall 1, so read recall beside precision"
        )
    if gold.cases and not answers.gives_evidence:
        found.append("no_evidence: the file returns no evidence for any pair")
    return found


def _about_baselines(score: dict) -> list[str]:
    f1, trivial = score["concept"]["f1"], score["baselines"]["always_true"]["f1"]
    if trivial is not None and score["concept"]["fn"] + score["concept"]["tn"] and (f1 or 0.0) <= trivial:
        return [
            f"below_always_true: concept F1 does not exceed {trivial}, which answering True to all reaches"
        ]
    return []


def _about_models(gold: Gold, answers: Answers) -> list[str]:
    models = [model for model in gold.facts.get("triage_models") or [] if isinstance(model, str)]
    same = sorted({model for model in models if family(model) and family(model) == family(answers.system)})
    if not same:
        return []
    return [
        f"same_family_as_triage: {', '.join(same)} chose the pairs of this release, "
        "which favours or punishes models of the same family"
    ]

"""Puts one score together: the object that `score_run --json` and `tools.pyz score --json` print."""

from collections import Counter
from dataclasses import dataclass

from benchmark.logic.baselines import BASELINES, baseline_answers
from benchmark.logic.cautions import cautions
from benchmark.logic.comparison import compare
from benchmark.logic.failures import failures
from benchmark.logic.gate import Gate, judge
from benchmark.logic.gold import Gold
from benchmark.logic.length import length_equivalence
from benchmark.logic.predictions import Answers
from benchmark.logic.resampling import Bootstrap, Resampled, bootstrap
from benchmark.logic.scoring import (
    CaseColumns,
    Counts,
    case_columns,
    count_labels,
    no_evidence_figures,
    rounded,
    sum_cases,
)
from benchmark.logic.strata import SMALL, Dimension, dimensions
from corpus.logic.intervals import REPLICATES


@dataclass(frozen=True)
class Settings:
    """How a score is made: replicates (0: no intervals) and the seed of every draw."""

    replicates: int = REPLICATES
    seed: int = 0


def score(
    gold: Gold,
    answers: Answers,
    *,
    texts: dict[str, str] | None = None,
    against: Answers | None = None,
    gate: Gate | None = None,
    settings: Settings | None = None,
) -> dict:
    """Score one system's answers on a release.

    Figures are rounded to 6 places, undefined ones are None. `texts` are the notes by task_id: without them
    string match and token F1 are None and no false alarm is called a lexical trap.
    """
    settings = settings or Settings()
    trivial = {name: baseline_answers(gold, name, texts, settings.seed) for name in BASELINES}
    parts = dimensions(gold)
    systems = [answers, *(made for made in trivial.values() if made is not None)]
    if against is not None:
        systems.append(against)
    known = gold.sentences is not None
    boot = None
    if settings.replicates:
        paired = (0, len(systems) - 1) if against is not None else None
        boot = bootstrap(gold, systems, parts, settings.replicates, settings.seed, known, paired)
    drawn = iter(boot.systems) if boot else iter([None] * len(systems))
    figures = _Figures(gold, known)
    result = {"n": len(gold), "missing": answers.missing, "system": answers.system, "release": gold.release}
    result.update(figures.of(answers, next(drawn)))
    result["baselines"] = {
        name: None if made is None else figures.of_baseline(made, next(drawn))
        for name, made in trivial.items()
    }
    result["strata"] = _strata(gold, answers, parts, boot, figures.cases(answers))
    match = trivial["string_match"]
    result["failures"] = failures(gold, answers, match and match.label, known and placed(answers))
    result["length"] = _length(gold, answers)
    result["comparison"] = _comparison(gold, answers, against, figures, boot)
    result["gate"] = judge(gate, result) if gate is not None else None
    result["warnings"] = cautions(gold, answers, result)
    return result


def placed(answers: Answers) -> bool:
    """Whether the returned evidence could be placed at all: quotes cannot without the notes."""
    return not answers.counts.get("quotes_without_notes")


class _Figures:
    """The concept and evidence objects of one system after the other."""

    def __init__(self, gold: Gold, known: bool):
        self.gold, self.known = gold, known

    def cases(self, answers: Answers) -> CaseColumns | None:
        if not self.known or not placed(answers):
            return None
        return case_columns(self.gold, answers)

    def of(self, answers: Answers, drawn: Resampled | None) -> dict:
        concept = count_labels(self.gold.label, answers.label).figures()
        concept["ci"] = drawn.concept.intervals(rounded) if drawn else {}
        concept["undefined_replicates"] = dict(drawn.concept.undefined) if drawn else {}
        cases = self.cases(answers)
        if cases is None:
            evidence = no_evidence_figures(len(self.gold.cases))
            evidence.update(ci={}, undefined_replicates={})
        else:
            evidence = sum_cases(cases).figures()
            evidence["ci"] = drawn.evidence.intervals(rounded) if drawn else {}
            evidence["undefined_replicates"] = dict(drawn.evidence.undefined) if drawn else {}
        return {"concept": concept, "evidence": evidence}

    def of_baseline(self, answers: Answers, drawn: Resampled | None) -> dict:
        """The same, with the two figures that are read first beside it."""
        both = self.of(answers, drawn)
        return {"f1": both["concept"]["f1"], "evidence_recall": both["evidence"]["recall"], **both}

    def recall(self, answers: Answers) -> float | None:
        cases = self.cases(answers)
        return None if cases is None else sum_cases(cases).value("recall")


def _strata(
    gold: Gold, answers: Answers, parts: list[Dimension], boot: Bootstrap | None, columns: CaseColumns | None
) -> list[dict]:
    rows = []
    for part in parts:
        places: list[list[int]] = [[] for _ in part.values]
        for place, pair in enumerate(gold.cases):
            places[part.bucket[pair]].append(place)
        seen = Counter(zip(part.bucket, gold.label, answers.label, strict=True))
        for bucket, value in enumerate(part.values):
            counts = Counts(*(seen[bucket, g, a] for g, a in ((1, 1), (0, 1), (1, 0), (0, 0))))
            drawn = boot.strata[part.by, value] if boot else None
            concept = counts.figures()
            concept["ci"] = drawn.intervals(rounded) if drawn else {}
            concept["undefined_replicates"] = dict(drawn.undefined) if drawn else {}
            cases = places[bucket]
            row = {"by": part.by, "value": value, "n": counts.n, "true": counts.tp + counts.fn}
            row["small"] = counts.n < SMALL
            row["concept"] = concept
            row["evidence"] = (
                no_evidence_figures(len(cases)) if columns is None else sum_cases(columns, cases).figures()
            )
            rows.append(row)
    return rows


def _length(gold: Gold, answers: Answers) -> dict:
    lengths = [gold.note_chars[task] for task in gold.pair_task] if gold.note_chars else []
    right = [wanted == got for wanted, got in zip(gold.label, answers.label, strict=True)]
    found = length_equivalence(lengths, right)
    ends = found["ci90"]
    return {
        "correlation": rounded(found["correlation"]),
        "margin": found["margin"],
        "p": rounded(found["p"]),
        "ci90": None if ends is None else [rounded(end) for end in ends],
    }


def _comparison(
    gold: Gold, answers: Answers, against: Answers | None, figures: _Figures, boot: Bootstrap | None
) -> dict | None:
    if against is None:
        return None
    recalls = (figures.recall(answers), figures.recall(against))
    return compare(gold, answers, against, recalls, boot.differences if boot else None)

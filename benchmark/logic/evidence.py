"""From returned evidence to figures: which sentences it touches, how many of them are gold."""

from benchmark.logic.gold import Gold
from corpus.logic.spans import Span, SpanError, normalise
from corpus.logic.text import TOKEN, has_words

SPANS, SENTENCES, QUOTES = "evidence_spans", "evidence_sentences", "evidence"
COUNTED = ("quotes_not_found", "quotes_in_several_places", "quotes_without_notes")


class EvidenceReader:
    """Checks the evidence of one answer after the other and counts what is odd about it.

    `texts` are the notes by task_id, or None: without them quotes cannot be placed, nor tokens counted.
    """

    def __init__(self, gold: Gold, texts: dict[str, str] | None):
        self.gold, self.texts = gold, texts
        self.counts = dict.fromkeys(COUNTED, 0)
        self._is_case = bytearray(len(gold))
        for pair in gold.cases:
            self._is_case[pair] = 1

    def read(self, pair: int, kind: str, values: list) -> tuple[int, int, float] | None:
        """Returned sentences, gold ones among them, and token F1 (-1 where undefined) of a pair with gold
        evidence; None for any other pair, whose evidence is checked all the same.

        Quotes cannot be placed without the notes: they are counted. Raises SpanError where a span leaves the
        note or a sentence does not exist.
        """
        spans = self._spans(pair, kind, values)
        if not self._is_case[pair]:
            return None
        return measure_evidence(
            self.gold, self.texts, pair, spans, set(values) if kind == SENTENCES else None
        )

    def _spans(self, pair: int, kind: str, values: list) -> list[Span]:
        if not values:
            return []
        gold, task = self.gold, self.gold.pair_task[pair]
        if kind == SPANS:
            self._check_range(task, values)
            return values
        if kind == SENTENCES:
            if gold.sentences is None:
                raise SpanError("no_sentences", "The release has no sentence table")
            count = gold.sentences.count(task)
            for value in values:
                if not 0 <= value < count:
                    raise SpanError(
                        "sentence_unknown", f"Sentence {value} does not exist; the note has {count}"
                    )
            return [gold.sentences.span(task, value) for value in sorted(set(values))]
        if self.texts is None:
            self.counts["quotes_without_notes"] += len(values)
            return []
        return self._find_quotes(self.texts[gold.tasks[task]], values)

    def _check_range(self, task: int, spans: list[Span]) -> None:
        length = self.gold.note_chars[task] if self.gold.note_chars else None
        for start, end in spans:
            if start >= end:
                raise SpanError("span_reversed", f"Span {start}..{end} is empty or reversed")
            if start < 0 or (length is not None and end > length):
                raise SpanError(
                    "span_out_of_range", f"Span {start}..{end} leaves the note of {length} characters"
                )

    def _find_quotes(self, text: str, quotes: list[str]) -> list[Span]:
        """A quote stands for every place where the note says it verbatim."""
        found: list[Span] = []
        for quote in quotes:
            places = _places(text, quote) if has_words(quote) else []
            self.counts["quotes_not_found"] += not places
            self.counts["quotes_in_several_places"] += len(places) > 1
            found.extend(places)
        return found


def _places(text: str, quote: str) -> list[Span]:
    places, at = [], text.find(quote)
    while at >= 0:
        places.append((at, at + len(quote)))
        at = text.find(quote, at + len(quote))
    return places


def measure_evidence(
    gold: Gold, texts: dict[str, str] | None, pair: int, spans: list[Span], ids: set[int] | None = None
) -> tuple[int, int, float]:
    """Sentences returned, gold sentences among them, token F1 (-1 where undefined) for one pair."""
    task = gold.pair_task[pair]
    returned = hits = 0
    if gold.sentences is not None:
        ids = gold.sentences.ids(task, spans) if ids is None else ids
        returned, hits = len(ids), sum(sentence in ids for sentence in gold.gold_ids(pair))
    if texts is None:
        return returned, hits, -1.0
    return returned, hits, token_f1(texts[gold.tasks[task]], gold.spans(pair), spans)


def tokens_touched(text: str, spans: list[Span]) -> set[int]:
    """Where the tokens begin that share a code point with one of the spans."""
    found: set[int] = set()
    for start, end in normalise(spans):
        while start and TOKEN.match(text, start - 1, start) and TOKEN.match(text, start, start + 1):
            start -= 1
        for match in TOKEN.finditer(text, start):
            if match.start() >= end:
                break
            found.add(match.start())
    return found


def token_f1(text: str, gold: list[Span], returned: list[Span]) -> float:
    """2 |P and G| / (|P| + |G|) over tokens; -1 where the gold evidence holds no token."""
    wanted = tokens_touched(text, gold)
    if not wanted:
        return -1.0
    got = tokens_touched(text, returned)
    return 2 * len(wanted & got) / (len(wanted) + len(got))

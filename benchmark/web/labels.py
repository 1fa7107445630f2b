"""The words of this room's pages for keys that the logic uses."""

from django.utils.translation import gettext_lazy as _

SYSTEMS = {
    "annotators": _("Annotators"),
    "always_true": _("Always True"),
    "always_false": _("Always False"),
    "random": _("Random"),
    "string_match": _("String match"),
    "whole_note": _("Whole note"),
}
BUCKETS = {
    "missed_explicit": _("Missed, said in words"),
    "missed_implicit": _("Missed, implied"),
    "missed": _("Missed"),
    "ruled_out": _("Ruled out, taken for present"),
    "history_only": _("History taken for present"),
    "other_person": _("Another person’s"),
    "other_concept": _("Another concept"),
    "not_enough": _("Not enough in the note"),
    "lexical_trap": _("The words stand there, the concept does not"),
    "near_code": _("A near code"),
    "false_alarm": _("False alarm"),
    "wrong_evidence": _("Right label, wrong evidence"),
    "no_evidence": _("Right label, no evidence"),
}
STRATA = {
    "source": _("Source"),
    "triage": _("Triage"),
    "support": _("Support"),
    "hops": _("Hops to the nearest billed code"),
    "similarity": _("Likeness to the nearest billed code"),
    "chapter": _("Chapter"),
    "code_system": _("Code system"),
    "note_length": _("Note length"),
}
PARTS = {
    "all_pairs": _("All pairs"),
    "selected": _("Selected"),
    "not_selected": _("not selected"),
    "released": _("Released"),
    "excluded": _("excluded"),
    "open": _("open"),
    "true": _("True"),
    "false": _("False"),
}
CHECKS = {
    "decided": _("Pairs with a final decision True or False"),
    "adds_up": _("Selected pairs, each released, excluded or open"),
    "open": _("Pairs still open, which stay out of this version"),
    "triage_models": _("Triage models named in the data card"),
    "card": _("Fields of the data card left to the protocol’s own words"),
}
DIFFERENCES = {
    "added": _("Added"),
    "dropped": _("Dropped"),
    "changed_label": _("Changed label"),
    "changed_evidence": _("Changed evidence"),
    "changed_words": _("Changed words only"),
}
EVERY = {
    "systems": SYSTEMS,
    "buckets": BUCKETS,
    "strata": STRATA,
    "parts": PARTS,
    "checks": CHECKS,
    "differences": DIFFERENCES,
}

from decimal import Decimal

import pytest

from adjudication.logic.validation import Verdict
from adjudication.models import Decision, ReviewCase
from adjudication.selectors.queue import queue_page
from adjudication.selectors.sampling import current_rule, sample_state
from adjudication.services.reviewing import decide
from adjudication.services.sampling import accept_rest, set_sample_rule
from benchmark.selectors.releases import files_of
from benchmark.services.releasing import freeze_release
from foundation.logic.errors import Conflict, Forbidden
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    alice, ben, *_ = make.people(ward, "alice", "ben", "sofia")
    for number, pair in enumerate(make.pairs(ward, 10)):
        answer = make.related((26, 33)) if number % 2 else make.unrelated(unrelated_reason="not_mentioned")
        make.answer(alice, pair, answer)
        make.answer(ben, pair, answer)
    make.compared(ward)
    return ward


def review_sample(ward, **verdicts):
    """Sofia decides every case of the sample as its answers say."""
    rule = current_rule(ward)
    rest = set(sample_state(ward, rule).rest)
    for case in ReviewCase.objects.exclude(pk__in=rest).select_related("pair__comparison"):
        said_no = case.pair.comparison.kind == "agreed_unrelated"
        verdict = Verdict("False") if said_no else Verdict("True", ((26, 33),), "Low.")
        decide(sme=make.person("sofia"), project=ward, case_id=case.pk, verdict=verdict)


def test_nothing_is_accepted_together_without_a_rule(ward):
    with pytest.raises(Conflict) as caught:
        accept_rest(sme=make.person("sofia"), project=ward)
    assert caught.value.code == "no_sample_rule"
    assert not Decision.objects.exists()


def test_the_sample_comes_first(ward):
    set_sample_rule(actor=None, project=ward, share=Decimal("0.3"), seed=5)
    with pytest.raises(Conflict) as caught:
        accept_rest(sme=make.person("sofia"), project=ward)
    assert caught.value.code == "sample_not_done"


def test_the_rest_is_decided_as_the_answers_say_and_marked(ward):
    set_sample_rule(actor=None, project=ward, share=Decimal("0.3"), seed=5)
    review_sample(ward)
    assert accept_rest(sme=make.person("sofia"), project=ward) == 7
    accepted = Decision.objects.filter(sampled=True)
    assert accepted.count() == 7
    for decision in accepted.prefetch_related("spans"):
        spans = [(span.start, span.end) for span in decision.spans.all()]
        assert spans == ([(26, 33)] if decision.outcome == "True" else [])
    assert Decision.objects.filter(outcome="True").count() == 5


def test_what_was_accepted_together_is_released_and_experts_still_see_it(ward):
    set_sample_rule(actor=None, project=ward, share=Decimal("0.3"), seed=5)
    review_sample(ward)
    sofia = make.person("sofia")
    accept_rest(sme=sofia, project=ward)
    release = freeze_release(actor=None, project=ward, version="1.0.0")
    assert (release.true_count, release.false_count) == (5, 5)
    rows = files_of(release)["data/dataset_raw.csv"].decode().splitlines()
    assert len(rows) == 1 + 10
    assert queue_page(sofia, ward, {"status": "decided"}, None).page.paginator.count == 10


def test_too_many_overturned_in_the_sample_stop_the_rest(ward):
    set_sample_rule(actor=None, project=ward, share=Decimal("0.3"), seed=5)
    rest = set(sample_state(ward, current_rule(ward)).rest)
    for case in ReviewCase.objects.exclude(pk__in=rest):
        decide(
            sme=make.person("sofia"),
            project=ward,
            case_id=case.pk,
            verdict=Verdict("excluded", excluded_reason="unreadable"),
        )
    with pytest.raises(Conflict) as caught:
        accept_rest(sme=make.person("sofia"), project=ward)
    assert caught.value.code == "sample_overturned"


def test_only_a_lead_sets_the_rule_and_only_an_sme_accepts(ward):
    with pytest.raises(Forbidden):
        set_sample_rule(actor=make.person("sofia"), project=ward, share=Decimal("0.3"))
    with pytest.raises(Forbidden):
        accept_rest(sme=make.person("lena", ward), project=ward)

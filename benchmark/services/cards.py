"""Keeping what a lead writes for the data card."""

from django.db import transaction

from benchmark.models import Card
from foundation.logic.roles import LEAD
from foundation.models import User
from foundation.selectors.access import require_role
from foundation.services.ledger import record


@transaction.atomic
def keep_card(*, actor: User | None, card: Card) -> Card:
    """Afterwards the card is stored; frozen versions keep the words they were frozen with."""
    require_role(actor, card.project, LEAD)
    card.full_clean()
    card.save()
    record(actor=actor, verb="card_written", project=card.project, target=card)
    return card

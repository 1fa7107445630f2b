"""What goes on while a page tells how far it is: comparing for leads, accepting together for experts."""

from django.utils.translation import gettext_lazy as _

from adjudication.tasks import carry_out
from foundation.logic.roles import SME
from foundation.web.jobs import Area

COMPARING = Area(
    home="agreement",
    title=_("Agreement"),
    kinds={"compare": _("Closing and comparing answers")},
    results={
        "agreed": _("Agreed"),
        "label_mismatch": _("Differ in label"),
        "evidence_mismatch": _("Differ in evidence"),
        "unanswerable": _("Unanswerable"),
        "incomplete": _("Incomplete"),
    },
    enqueue=carry_out.enqueue,
)
ACCEPTING = Area(
    home="review",
    title=_("Review"),
    kinds={"accept": _("Accepting agreed pairs together")},
    results={"accepted": _("Agreed pairs accepted")},
    enqueue=carry_out.enqueue,
    role=SME,
)

from foundation.models.figures import Figures
from foundation.models.jobs import Job
from foundation.models.ledger import LedgerEntry
from foundation.models.people import Attestation, Membership, User
from foundation.models.project import Project

__all__ = ["Attestation", "Figures", "Job", "LedgerEntry", "Membership", "Project", "User"]

"""Who may do what in a project."""

ANNOTATOR = "annotator"
SME = "sme"
LEAD = "lead"
ROLES = (ANNOTATOR, SME, LEAD)

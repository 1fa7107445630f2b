"""Plain builders: people by name, small projects, answers. Nothing clever, nothing random."""

import datetime
import hashlib

from adjudication.services.comparing import compare_annotations
from annotation.logic.validation import Answer
from annotation.models import Annotation, Assignment
from annotation.services.annotating import submit_annotation
from annotation.services.assigning import open_places
from corpus.models import CodeSystem, Concept, Note, Pair, PairSource
from foundation.models import Membership, Project, User
from foundation.services.people import attest
from triage.models import Selection

TEXT = "Chief Complaint:\nFatigue\n\nHgb 7.2 on admission, transfused 2 units. No fever.\n"
PASSWORD = "correct horse battery"
ROLES = {"alice": "annotator", "ben": "annotator", "carol": "annotator", "sofia": "sme", "lena": "lead"}


def project(slug: str = "ward", **settings) -> Project:
    return Project.objects.create(slug=slug, name=settings.pop("name", slug.title()), **settings)


def person(username: str, in_project: Project | None = None, role: str | None = None, *, reads: bool = True):
    """The person, with a role in the project (by name, unless given) and a current attestation."""
    user = User.objects.filter(username=username).first()
    if user is None:
        user = User.objects.create_user(username, password=PASSWORD)
    if in_project is not None:
        Membership.objects.get_or_create(
            project=in_project, user=user, defaults={"role": role or ROLES[username]}
        )
        if reads:
            attestation(user, in_project)
    return user


def attestation(user: User, in_project: Project, days: int = 300):
    today = datetime.date.today()
    return attest(
        actor=user,
        project=in_project,
        user=user,
        agreement="Test agreement 1.0",
        trained_on=today - datetime.timedelta(days=400),
        expires_on=today + datetime.timedelta(days=days),
    )


def people(in_project: Project, *names: str) -> list[User]:
    return [person(name, in_project) for name in names]


def note(in_project: Project, task_id: str = "1_1", text: str = TEXT, **fields) -> Note:
    subject, _, stay = task_id.partition("_")
    defaults = {
        "note_id": f"{task_id}-DS-1",
        "subject_id": subject,
        "hadm_id": stay,
        "task_id": task_id,
        "n_chars": len(text),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "text": text,
    }
    return Note.objects.create(project=in_project, **(defaults | fields))


def concept(code: str = "D64.9", description: str = "Anemia, unspecified", chapter: str = "III") -> Concept:
    system, _ = CodeSystem.objects.get_or_create(key="icd10cm", defaults={"name": "ICD-10-CM"})
    made, _ = Concept.objects.get_or_create(
        system=system, kind="code", code=code, defaults={"description": description, "chapter": chapter}
    )
    return made


def pair(
    in_project: Project,
    task_id: str = "1_1",
    code: str = "D64.9",
    *,
    text: str = TEXT,
    source: str = "billed",
    selected: str | None = "positive",
) -> Pair:
    """A pair with its note and concept, selected for annotation unless told otherwise."""
    held = Note.objects.filter(project=in_project, task_id=task_id).first() or note(in_project, task_id, text)
    subject = concept(code)
    made = Pair.objects.create(
        project=in_project,
        note=held,
        concept=subject,
        task_id=task_id,
        code=code,
        description=subject.description,
    )
    PairSource.objects.create(pair=made, source=source)
    if selected:
        Selection.objects.create(pair=made, kind=selected)
    return made


def pairs(in_project: Project, count: int, first: int = 1) -> list[Pair]:
    return [pair(in_project, f"{number:05}_1") for number in range(first, first + count)]


def related(*spans: tuple[int, int], rationale: str = "Low hemoglobin.", **fields) -> Answer:
    return Answer("Related", spans or ((26, 33),), rationale, **fields)


def unrelated(**fields) -> Answer:
    return Answer("Unrelated", **fields)


def held(annotator: User, of_pair: Pair) -> Assignment:
    """The annotator's work assignment on the pair; a free place is taken if they have none."""
    mine = Assignment.objects.filter(pair=of_pair, annotator=annotator, purpose="work").first()
    if mine is None:
        open_places(actor=None, project=of_pair.project)
        mine = Assignment.objects.filter(pair=of_pair, status="free").order_by("place").first()
        mine.annotator, mine.status = annotator, "open"
        mine.save()
    return mine


def answer(annotator: User, to_pair: Pair, given: Answer) -> Annotation:
    assignment = held(annotator, to_pair)
    return submit_annotation(
        annotator=annotator, project=to_pair.project, assignment_id=assignment.pk, answer=given
    )


def compared(in_project: Project) -> dict:
    return compare_annotations(actor=None, project=in_project)

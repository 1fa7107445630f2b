"""Writing the questions of a stage as a file that batch services take."""

import json
from pathlib import Path

from corpus.services.files import Progress, no_progress
from foundation.logic.errors import Refusal
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record
from triage.logic.prompts import PROMPTS
from triage.logic.requests import custom_id
from triage.selectors.asking import open_questions, with_texts
from triage.services.running import VOTES


def export_triage(
    *,
    actor: User | None,
    project: Project,
    stage: int,
    model: str,
    path: Path,
    votes: int | None = None,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards the file holds one request a line for every vote that is not there yet: {requests}."""
    require_role(actor, project, LEAD)
    prompt = PROMPTS[stage]
    questions = open_questions(project, stage, votes or VOTES[stage])
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for done, (question, pair) in enumerate(with_texts(questions), start=1):
                name = custom_id(
                    stage, question.vote, question.task_id, question.code, str(pair.pk), prompt.version
                )
                messages = prompt.messages(
                    system=pair.concept.system.name,
                    code=pair.code,
                    description=pair.description,
                    note=pair.note.text,
                )
                body = {"model": model, "messages": messages}
                request = {"custom_id": name, "method": "POST", "url": "/v1/chat/completions", "body": body}
                file.write(json.dumps(request, ensure_ascii=False) + "\n")
                progress(done, len(questions))
    except OSError as error:
        raise Refusal("unwritable_file", f"{path.name}: {error.strerror}") from error
    record(
        actor=actor,
        verb="triage_exported",
        project=project,
        stage=stage,
        model=model,
        requests=len(questions),
    )
    return {"requests": len(questions)}

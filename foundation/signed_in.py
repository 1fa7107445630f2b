"""Who is asking: session and person are looked up at every request, so both lookups are prepared."""

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.db.models import BigAutoField, CharField, DateTimeField
from django.http import HttpRequest
from django.utils import timezone

from foundation.logic.words import is_storable
from foundation.models import User
from foundation.prepared import Given, Prepared

_SESSION = Prepared(
    lambda: Session.objects.filter(
        session_key=Given("key", CharField()), expire_date__gt=Given("now", DateTimeField())
    )
)
_LONGEST_NAME = User._meta.get_field("username").max_length
_PERSON = Prepared(lambda: User.objects.filter(pk=Given("id", BigAutoField())))


class SessionStore(DatabaseSessions):
    """Django's sessions in the database."""

    def _validate_session_key(self, key: str | None) -> bool:
        # a cookie may hold what the database cannot even be asked for
        return super()._validate_session_key(key) and is_storable(key)

    def _get_session_from_db(self) -> Session | None:
        session = _SESSION.first(key=self.session_key, now=timezone.now())
        if session is None:
            self._session_key = None
        return session


class PasswordBackend(ModelBackend):
    """Django's people with passwords."""

    def get_user(self, user_id: int) -> User | None:
        person = _PERSON.first(id=user_id)
        return person if person is not None and self.user_can_authenticate(person) else None


def name_tried(request: HttpRequest, credentials: dict | None = None) -> str | None:
    """The name under which an attempt to sign in is counted: of an endless one, which is nobody's, as much as
    the table of attempts takes."""
    name = (credentials or request.POST).get("username")
    return name and name[:_LONGEST_NAME]

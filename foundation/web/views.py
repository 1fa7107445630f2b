"""Signing in and out, and the personal data-use attestation."""

import datetime

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from foundation.logic.words import is_storable
from foundation.models import User
from foundation.selectors.access import Access, attestation_of
from foundation.services.ledger import record
from foundation.services.people import attest
from foundation.web.forms import AttestationForm
from foundation.web.guards import json_body, member


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    target = _safe_target(request, request.POST.get("next") or request.GET.get("next", ""))
    if request.user.is_authenticated and request.method != "POST":
        return redirect(target)
    form = AuthenticationForm(request, data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        _sign_in(request, form.get_user(), "signed_in")
        return redirect(target)
    return render(request, "registration/login.html", {"form": form, "next": target})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("login")


@sensitive_post_parameters()
@never_cache
@csrf_exempt  # the old token died with the session; the password itself proves intent
@require_POST
def log_in_again(request: HttpRequest) -> JsonResponse:
    """Sign in without leaving the page: only the person who had the page open, with a new CSRF token."""
    if request.content_type != "application/json":
        # a form on another site can send other types; this one it cannot, without our permission
        return JsonResponse({"error": "bad_type", "message": "Send JSON."}, status=415)
    body = json_body(request)
    username = str(body.get("username", ""))
    if request.user.is_authenticated and request.user.username != username:
        return JsonResponse(
            {"error": "other_person", "message": _("Somebody else is signed in in this browser.")},
            status=409,
        )
    password = str(body.get("password", ""))
    readable = is_storable(username) and is_storable(password)
    user = authenticate(request, username=username, password=password) if readable else None
    if user is None:
        return JsonResponse(
            {"error": "bad_password", "message": _("That password is not right.")}, status=400
        )
    _sign_in(request, user, "signed_in_again")
    ends = request.session.get_expiry_date().isoformat()
    return JsonResponse({"csrf": get_token(request), "session_ends": ends})


@member()
@require_http_methods(["GET", "HEAD", "POST"])
def attestation(request: HttpRequest, access: Access) -> HttpResponse:
    """The person's own statement that lets them read this project's notes."""
    form = AttestationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        attest(actor=access.user, project=access.project, user=access.user, **form.cleaned_attestation())
        messages.success(request, _("Your attestation is recorded."))
        return redirect(_safe_target(request, request.POST.get("next", "")))
    return render(
        request,
        "foundation/attestation.html",
        {
            "form": form,
            "current": attestation_of(access.user, access.project),
            "next": request.GET.get("next", ""),
        },
    )


def _sign_in(request: HttpRequest, user: User, verb: str) -> None:
    login(request, user)
    # as a moment: as a length it would be counted anew from every page that asks when the session ends
    request.session.set_expiry(timezone.now() + datetime.timedelta(seconds=settings.SESSION_COOKIE_AGE))
    record(actor=user, verb=verb)


def _safe_target(request: HttpRequest, target: str) -> str:
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if target and safe else resolve_url("home")

from django.urls import path

from triage.api import views

_TRIAGE = "projects/<slug:slug>/triage/"

urlpatterns = [
    path(_TRIAGE, views.triage, name="api_triage"),
    path(_TRIAGE + "votes/", views.votes, name="api_triage_votes"),
    path(_TRIAGE + "requests/", views.requests, name="api_triage_requests"),
    path(_TRIAGE + "ask/", views.ask, name="api_triage_ask"),
    path(_TRIAGE + "select/", views.select, name="api_triage_select"),
    path(_TRIAGE + "runs/<uuid:run_id>/stop/", views.stop, name="api_triage_stop"),
    *views.AREA.addresses(_TRIAGE + "jobs/"),
]

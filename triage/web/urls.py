from django.urls import path

from triage.web import views

_TRIAGE = "p/<slug:slug>/triage/"

urlpatterns = [
    path(_TRIAGE, views.triage, name="triage"),
    path(_TRIAGE + "votes/", views.votes, name="triage_votes"),
    path(_TRIAGE + "requests/", views.requests, name="triage_requests"),
    path(_TRIAGE + "ask/", views.ask, name="triage_ask"),
    path(_TRIAGE + "select/", views.select, name="triage_select"),
    path(_TRIAGE + "runs/<uuid:run_id>/stop/", views.stop, name="triage_stop"),
    *views.AREA.addresses(_TRIAGE + "jobs/"),
]

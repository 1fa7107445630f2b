from django.urls import path

from triage.web import views

_JOB = "p/<slug:slug>/triage/jobs/<uuid:job_id>/"

urlpatterns = [
    path("p/<slug:slug>/triage/", views.triage, name="triage"),
    path("p/<slug:slug>/triage/votes/", views.votes, name="triage_votes"),
    path("p/<slug:slug>/triage/ask/", views.ask, name="triage_ask"),
    path("p/<slug:slug>/triage/select/", views.select, name="triage_select"),
    path("p/<slug:slug>/triage/runs/<uuid:run_id>/stop/", views.stop, name="triage_stop"),
    path(_JOB, views.job, name="triage_job"),
    path(_JOB + "report.csv", views.report, name="triage_report"),
    path(_JOB + "go/", views.go, name="triage_go"),
    path(_JOB + "drop/", views.drop, name="triage_drop"),
]

from django.urls import path

from corpus.web import imports

_JOB = "p/<slug:slug>/imports/<uuid:job_id>/"

urlpatterns = [
    path("p/<slug:slug>/imports/", imports.imports, name="imports"),
    path("p/<slug:slug>/imports/pairs/", imports.make_pairs, name="imports_make_pairs"),
    path("p/<slug:slug>/imports/negatives/", imports.negatives, name="imports_negatives"),
    path(_JOB, imports.job, name="imports_job"),
    path(_JOB + "report.csv", imports.report, name="imports_report"),
    path(_JOB + "go/", imports.go, name="imports_go"),
    path(_JOB + "drop/", imports.drop, name="imports_drop"),
]

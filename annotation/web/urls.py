from django.urls import path

from annotation.web import assigning, guidelines, views

_DESK = "p/<slug:slug>/annotate/<uuid:assignment_id>/"

urlpatterns = [
    path("p/<slug:slug>/annotate/", views.annotate, name="annotate"),
    path(_DESK, views.desk, name="annotate_desk"),
    path(_DESK + "draft/", views.draft, name="annotate_draft"),
    path(_DESK + "submit/", views.submit, name="annotate_submit"),
    path(_DESK + "skip/", views.skip, name="annotate_skip"),
    path(_DESK + "cannot/", views.cannot, name="annotate_cannot"),
    path("p/<slug:slug>/answers/", views.answers, name="answers"),
    path("p/<slug:slug>/guidelines/", guidelines.guidelines, name="guidelines"),
    path("p/<slug:slug>/assign/", assigning.assign, name="assign"),
    *assigning.AREA.addresses("p/<slug:slug>/assign/jobs/"),
]

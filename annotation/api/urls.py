from django.urls import path

from annotation.api import views

_PROJECT = "projects/<slug:slug>/"
_ASSIGNMENT = _PROJECT + "assignments/<uuid:assignment_id>/"

urlpatterns = [
    path(_PROJECT + "queue/", views.own_queue, name="api_queue"),
    path(_PROJECT + "queue/next/", views.next_assignment, name="api_queue_next"),
    path(_PROJECT + "answers/", views.answers, name="api_answers"),
    path(_PROJECT + "assign/", views.assign, name="api_assign"),
    *views.AREA.addresses(_PROJECT + "assign/jobs/"),
    path(_PROJECT + "guidelines/", views.guideline, name="api_guidelines"),
    path(_ASSIGNMENT, views.assignment, name="api_assignment"),
    path(_ASSIGNMENT + "draft/", views.draft, name="api_draft"),
    path(_ASSIGNMENT + "submit/", views.submit, name="api_submit"),
    path(_ASSIGNMENT + "cannot/", views.cannot, name="api_cannot"),
    path(_ASSIGNMENT + "skip/", views.skip, name="api_skip"),
]

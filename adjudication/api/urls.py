from django.urls import path

from adjudication.api import views

_PROJECT = "projects/<slug:slug>/"
_CASE = _PROJECT + "review/<uuid:case_id>/"

urlpatterns = [
    path(_PROJECT + "review/", views.own_lanes, name="api_review"),
    path(_PROJECT + "review/next/", views.next_case, name="api_review_next"),
    path(_CASE, views.case, name="api_case"),
    path(_CASE + "draft/", views.draft, name="api_case_draft"),
    path(_CASE + "decide/", views.decide, name="api_case_decide"),
    path(_CASE + "refer/", views.refer, name="api_case_refer"),
    path(_CASE + "send-back/", views.send_back, name="api_case_send_back"),
    path(_CASE + "reopen/", views.reopen, name="api_case_reopen"),
    path(_PROJECT + "compare/", views.compare, name="api_compare"),
    *views.AREA.addresses(_PROJECT + "compare/jobs/"),
    path(_PROJECT + "agreement/", views.agreement, name="api_agreement"),
]

from django.urls import path

from adjudication.web import agreement, knowledge, views
from adjudication.web.jobs import ACCEPTING, COMPARING

_CASE = "p/<slug:slug>/review/<uuid:case_id>/"

urlpatterns = [
    path("p/<slug:slug>/review/", views.review, name="review"),
    path(_CASE, views.case, name="review_case"),
    path(_CASE + "claim/", views.claim, name="review_claim"),
    path(_CASE + "draft/", views.draft, name="review_draft"),
    path(_CASE + "decide/", views.decide, name="review_decide"),
    path(_CASE + "refer/", views.refer, name="review_refer"),
    path(_CASE + "send-back/", views.send_back, name="review_send_back"),
    path(_CASE + "release/", views.release, name="review_release"),
    path(_CASE + "reopen/", views.reopen, name="review_reopen"),
    path("p/<slug:slug>/compare/", agreement.compare, name="compare"),
    path("p/<slug:slug>/agreement/", agreement.page, name="agreement"),
    path("p/<slug:slug>/agreement/pairs.csv", agreement.by_pair, name="agreement_by_pair"),
    *COMPARING.addresses("p/<slug:slug>/agreement/jobs/"),
    path("p/<slug:slug>/rules/", knowledge.review_rules, name="review_rules"),
    path("p/<slug:slug>/review/accept/", knowledge.accept, name="review_accept"),
    *ACCEPTING.addresses("p/<slug:slug>/review/jobs/"),
    path("p/<slug:slug>/answers/final/", knowledge.own_feedback, name="feedback"),
]

from django.urls import path

from overview.api import views

_PROJECT = "projects/<slug:slug>/"

urlpatterns = [
    path(_PROJECT + "board/", views.board, name="api_board"),
    path(_PROJECT + "pairs/", views.pairs, name="api_pairs"),
    path(_PROJECT + "pairs/<uuid:pair_id>/", views.pair, name="api_pair"),
    path(_PROJECT + "people/", views.people, name="api_people"),
]

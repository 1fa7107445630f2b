from django.urls import path

from overview.web import people, views

urlpatterns = [
    path("", views.home, name="home"),
    path("p/<slug:slug>/", views.project, name="project"),
    path("p/<slug:slug>/board/", views.board, name="board"),
    path("p/<slug:slug>/pairs/", views.pairs, name="pairs"),
    path("p/<slug:slug>/pairs/<uuid:pair_id>/", views.pair, name="pair"),
    path("p/<slug:slug>/people/", people.people, name="people"),
    path("p/<slug:slug>/people/<str:username>/", people.change, name="people_change"),
    path("p/<slug:slug>/people/<str:username>/opened/", people.opened, name="people_opened"),
]

from django.urls import path

from benchmark.api import views

_PROJECT = "projects/<slug:slug>/"
_VERSION = _PROJECT + "releases/<str:version>/"

urlpatterns = [
    path(_PROJECT + "releases/", views.releases, name="api_releases"),
    path(_PROJECT + "releases/next/", views.next_release, name="api_release_next"),
    path(_PROJECT + "releases/begin/", views.begin, name="api_releases_begin"),
    *views.AREA.addresses(_PROJECT + "releases/jobs/"),
    path(_PROJECT + "card/", views.card, name="api_card"),
    path(_VERSION, views.release, name="api_release"),
    path(_VERSION + "withdraw/", views.withdraw, name="api_release_withdraw"),
    path(_VERSION + "archive/", views.archive, name="api_release_archive"),
    path(_VERSION + "files/<path:path>", views.file, name="api_release_file"),
    path(_VERSION + "runs/", views.runs, name="api_runs"),
    path(_VERSION + "leaderboard/", views.standings, name="api_leaderboard"),
    path(_PROJECT + "runs/<uuid:run_id>/", views.run, name="api_run"),
    path(_PROJECT + "runs/<uuid:run_id>/against/<uuid:other_id>/", views.against, name="api_run_against"),
]

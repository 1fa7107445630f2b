from django.urls import path

from benchmark.web import releases, scores
from benchmark.web.jobs import AREA

_VERSION = "p/<slug:slug>/releases/<str:version>/"
_RUN = "p/<slug:slug>/scores/run/<uuid:run_id>/"

urlpatterns = [
    path("p/<slug:slug>/releases/", releases.page, name="releases"),
    path("p/<slug:slug>/releases/card/", releases.card, name="releases_card"),
    path("p/<slug:slug>/releases/begin/", releases.begin, name="releases_begin"),
    *AREA.addresses("p/<slug:slug>/releases/jobs/"),
    path(_VERSION, releases.version, name="releases_version"),
    path(_VERSION + "withdraw/", releases.withdraw, name="releases_withdraw"),
    path(_VERSION + "download/", releases.download, name="releases_download"),
    path(_VERSION + "spreadsheet/", releases.safe_copy, name="releases_spreadsheet"),
    path(_VERSION + "differences/", releases.differences, name="releases_differences"),
    path(_VERSION + "files/<path:path>", releases.file, name="releases_file"),
    path(_VERSION + "runs/", scores.upload, name="leaderboard_upload"),
    path(_VERSION + "baselines/", scores.baseline, name="leaderboard_baseline"),
    path("p/<slug:slug>/scores/", scores.board, name="leaderboard"),
    path(_RUN, scores.run, name="leaderboard_run"),
    path(_RUN + "score.json", scores.run_json, name="leaderboard_json"),
    path(_RUN + "again/", scores.again, name="leaderboard_again"),
    path(_RUN + "against/<uuid:other_id>/", scores.comparison, name="leaderboard_comparison"),
]

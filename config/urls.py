"""The roof: every room brings its own addresses."""

from django.urls import include, path

ROOMS = ["foundation", "corpus", "triage", "annotation", "adjudication", "benchmark"]

urlpatterns = [path("", include(f"{room}.web.urls")) for room in [*ROOMS, "overview"]]
urlpatterns += [path("api/", include(f"{room}.api.urls")) for room in [*ROOMS, "overview"]]

handler403 = "foundation.web.errors.forbidden"
handler404 = "foundation.web.errors.missing"
handler500 = "foundation.web.errors.broken"

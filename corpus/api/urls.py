from django.urls import path

from corpus.api import views

_IMPORTS = "projects/<slug:slug>/imports/"

urlpatterns = [
    path("projects/<slug:slug>/corpus/", views.contents, name="api_corpus"),
    path(_IMPORTS, views.imports, name="api_imports"),
    path(_IMPORTS + "pairs/", views.make_pairs, name="api_imports_make_pairs"),
    path(_IMPORTS + "negatives/", views.negatives, name="api_imports_negatives"),
    path(_IMPORTS + "terminology/", views.terminology, name="api_imports_terminology"),
    *views.AREA.addresses(_IMPORTS),
]

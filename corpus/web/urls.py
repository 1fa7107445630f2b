from django.urls import path

from corpus.web import imports

_IMPORTS = "p/<slug:slug>/imports/"

urlpatterns = [
    path(_IMPORTS, imports.imports, name="imports"),
    path(_IMPORTS + "pairs/", imports.make_pairs, name="imports_make_pairs"),
    path(_IMPORTS + "negatives/", imports.negatives, name="imports_negatives"),
    path(_IMPORTS + "terminology/", imports.terminology, name="imports_terminology"),
    *imports.AREA.addresses(_IMPORTS),
]

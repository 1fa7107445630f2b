from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from foundation.api import views

urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="api_schema"),
    path("token/", views.token, name="api_token"),
    path("projects/", views.projects, name="api_projects"),
]

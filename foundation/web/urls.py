from django.urls import path

from foundation.web import settings, views

urlpatterns = [
    path("login/", views.log_in, name="login"),
    path("login/again/", views.log_in_again, name="login_again"),
    path("logout/", views.log_out, name="logout"),
    path("p/<slug:slug>/attestation/", views.attestation, name="attestation"),
    path("p/<slug:slug>/settings/", settings.project_settings, name="project_settings"),
]

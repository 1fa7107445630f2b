from django.apps import AppConfig


class OverviewConfig(AppConfig):
    name = "overview"
    default_auto_field = "django.db.models.BigAutoField"

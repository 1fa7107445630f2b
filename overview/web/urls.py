from django.urls import path

from overview.web import views

urlpatterns = [path("", views.home, name="home")]

"""Pages for what went wrong. None of them repeats what was asked or what was read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "errors/403.html", status=403)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "errors/500.html", status=500)

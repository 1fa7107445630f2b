from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.models import Membership


@login_required
def home(request: HttpRequest) -> HttpResponse:
    memberships = Membership.objects.filter(user_id=request.user.pk, active=True).select_related("project")
    return render(request, "overview/home.html", {"memberships": memberships})

from rest_framework import serializers
from rest_framework.request import Request


def checked(shape: type[serializers.Serializer], request: Request) -> dict:
    """The request's body in the given shape; DRF answers 400 with the fields that are wrong otherwise."""
    serializer = shape(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)

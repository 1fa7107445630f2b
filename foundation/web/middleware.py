def errors_to_answers(get_response):
    return get_response


def never_cached(get_response):
    return get_response

"""Static files under names that carry their hash, ES module imports included."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class OwnStaticFiles(StaticFilesConfig):
    """Collects what the pages use: the browsable API is not offered."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework/*"]


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import` lines of ES modules to the hashed names, so that no module can be stale."""

    support_js_module_import_aggregation = True

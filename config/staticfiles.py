"""Static files under names that carry their hash, ES module imports included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import` lines of ES modules to the hashed names, so that no module can be stale."""

    support_js_module_import_aggregation = True

"""Security headers that every answer of the site must have."""

POLICY = {"default-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"}
REQUIRED = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def missing_from(headers):
    """Yield the names of the headers that an answer lacks, or that have another value."""
    values = {name.lower(): value for name, value in headers.items()}
    if set(values.get("content-security-policy", "").split("; ")) != POLICY:
        yield "content-security-policy"
    yield from (name for name, value in REQUIRED.items() if values.get(name) != value)
    if "camera=()" not in values.get("permissions-policy", ""):
        yield "permissions-policy"

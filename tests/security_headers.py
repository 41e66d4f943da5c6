"""What every answer of the site must carry."""

POLICY = {"default-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"}
FORBIDDEN = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def missing_from(headers):
    """Names of the headers that an answer lacks, or that say something else."""
    told = {name.lower(): value for name, value in headers.items()}
    if set(told.get("content-security-policy", "").split("; ")) != POLICY:
        yield "content-security-policy"
    yield from (name for name, value in FORBIDDEN.items() if told.get(name) != value)
    if "camera=()" not in told.get("permissions-policy", ""):
        yield "permissions-policy"

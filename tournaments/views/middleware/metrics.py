"""Metrics for Prometheus. Labels are names of views, never addresses."""

from django_prometheus.middleware import PrometheusAfterMiddleware
from django_prometheus.utils import Time


class RequestMetricsMiddleware(PrometheusAfterMiddleware):
    """Counts and times requests by view, method and status, from outside all other middleware.

    django-prometheus fails on a Content-Length that is no number, and labels latencies with whatever method a
    client sends.
    """

    def process_request(self, request):
        request.prometheus_after_middleware_event = Time()

    def label_metric(self, metric, request, response=None, **labels):
        if "method" in labels:
            labels["method"] = self._method(request)
        return super().label_metric(metric, request, response, **labels)

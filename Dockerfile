# A server for Mister X. No container engine was at hand where this was written: docs/server.md says which of its steps
# were tried without one. The games are in /data, or in PostgreSQL by MISTERX_DATABASE.

# The same image for both stages, at an exact version. Raise it for updates of Python and of Debian.
ARG BASE=python:3.13.9-slim-bookworm

FROM ${BASE} AS build
WORKDIR /build
COPY requirements/play.lock requirements/node.lock requirements/
# Building needs Node, for the client; serving does not.
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --no-deps --require-hashes \
        -r requirements/play.lock -r requirements/node.lock
RUN python -m venv /opt/misterx \
    && /opt/misterx/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements/play.lock
COPY pyproject.toml README.md LICENSE hatch_build.py ./
COPY src src
COPY web web
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/misterx/bin/pip install --no-cache-dir --no-deps dist/*.whl

FROM ${BASE}
COPY --from=build /opt/misterx /opt/misterx
RUN groupadd --system --gid 10001 misterx \
    && useradd --system --no-create-home --uid 10001 --gid misterx misterx \
    && install -d -m 0700 -o misterx -g misterx /data
# By number, so that an engine can see that it is not root.
USER 10001:10001
# Everything else can be read-only, but for /tmp.
VOLUME /data
# Open inside the container; who reaches it from outside is decided where it is published.
ENV MISTERX_HOST=0.0.0.0 \
    MISTERX_PORT=8642 \
    MISTERX_DATABASE=/data/misterx.db \
    MISTERX_OPEN_BROWSER=false \
    NUMBA_CACHE_DIR=/data/compiled \
    PYTHONUNBUFFERED=1
EXPOSE 8642
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["/opt/misterx/bin/python", "-c", \
    "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['MISTERX_PORT'] + '/healthz', timeout=2)"]
ENTRYPOINT ["/opt/misterx/bin/misterx"]
CMD ["serve"]

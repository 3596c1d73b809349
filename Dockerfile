# One image for every process of ours: API, worker, codec endpoint and migrations.
FROM python:3.13.15-slim-trixie AS build

WORKDIR /build
COPY deploy/image/uv.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --root-user-action ignore \
    --no-deps --require-hashes --requirement uv.txt

# As a constraint the lock pins every version, and uv checks its hashes; what only tests need is not asked for.
COPY pyproject.toml requirements.lock deploy/image/excluded.txt ./
RUN uv venv /opt/daywright \
    && uv pip install --python /opt/daywright --no-cache --only-binary :all: --compile-bytecode \
    --constraints requirements.lock --excludes excluded.txt --requirements pyproject.toml

WORKDIR /app
COPY api ./api
COPY activities ./activities
COPY domain ./domain
COPY runtime ./runtime
COPY services ./services
COPY solvers ./solvers
COPY storage ./storage
COPY worker ./worker
COPY workflows ./workflows
RUN /opt/daywright/bin/python -m compileall -q /app
COPY --chmod=755 deploy/image/daywright /opt/daywright/bin/daywright


FROM python:3.13.15-slim-trixie

# Pictures of weeks need a font with Chinese letters; it has Latin ones too, in 5 MB.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-wqy-microhei \
    && rm -rf /var/lib/apt/lists/*

RUN groupadd --gid 10001 daywright \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /app --shell /usr/sbin/nologin daywright
COPY --from=build /opt/daywright /opt/daywright
COPY --from=build /app /app

ENV PATH=/opt/daywright/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1

WORKDIR /app
# By number, so that a host can tell that it is not root.
USER 10001:10001
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8787/health/ready', timeout=4)"]
CMD ["python", "-m", "runtime.api"]

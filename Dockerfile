# Skein in a container, as an ordinary user. Everything that has to survive is in the volume /data.
# docs/operating.md says how to start it, and what the sandbox in it can and cannot do.
#   docker build -t skein .
ARG BASE=node:22-bookworm-slim

FROM ${BASE} AS build
# For the SQLite driver, where no prebuilt binary can be fetched.
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3
WORKDIR /src
COPY . .
# The package as npm publishes it, with the dependencies of the lockfile.
RUN node scripts/build.mjs \
  && mkdir /opt/skein \
  && tar -xzf "$(npm pack --ignore-scripts --silent)" -C /opt/skein --strip-components=1 \
  && mv node_modules package-lock.json /opt/skein/ \
  && cd /opt/skein \
  && npm prune --omit=dev --ignore-scripts \
  && node scripts/sqlite-driver.mjs \
  && scripts/skein.mjs --version

FROM ${BASE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --no-log-init --no-create-home --user-group --uid 10001 --home-dir /data --shell /usr/sbin/nologin skein \
  && install -d -o skein -g skein -m 700 /data
COPY --from=build /opt/skein /opt/skein
COPY docker/start.sh /usr/local/bin/start-skein
RUN ln -s /opt/skein/scripts/skein.mjs /usr/local/bin/skein
ENV NODE_ENV=production HOME=/data SKEIN_DATA=/data/skein SKEIN_CONFIG=/data/config.toml
USER skein
WORKDIR /data
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8420/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "start-skein"]
CMD ["start"]

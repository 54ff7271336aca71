# The image of Dragoman (docs/self-hosting.md). Both stages use the same base: Debian with Node.js 24, or your mirror of it.
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
# The optional secret is an .npmrc for a package registry of your own: docker build --secret id=npmrc,src=$HOME/.npmrc .
RUN --mount=type=secret,id=npmrc NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm ci
COPY . .
# What users of the npm package get: the program with its libraries in it.
RUN npm pack --pack-destination /tmp && \
  mkdir /package && \
  tar -xzf /tmp/dragoman-*.tgz -C /package --strip-components=1 --no-same-owner && \
  chmod 0755 /package/dist/main.js

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Dragoman" \
  org.opencontainers.image.description="Self-hosted localization service for coding agents" \
  org.opencontainers.image.licenses="MIT"
# Package managers are not needed to run. A new volume gets the owner of the folder that it covers.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* && \
  echo 'dragoman:x:10001:10001::/data:/usr/sbin/nologin' >> /etc/passwd && \
  echo 'dragoman:x:10001:' >> /etc/group && \
  install -d -m 0700 -o 10001 -g 10001 /data && \
  ln -s /opt/dragoman/dist/main.js /usr/local/bin/dragoman
COPY --from=build /package /opt/dragoman
ENV NODE_ENV=production \
  DRAGOMAN_HOST=0.0.0.0 \
  DRAGOMAN_DATA_DIR=/data \
  XDG_STATE_HOME=/tmp
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 4050
# At SIGTERM, the server finishes open requests within 9 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/opt/dragoman/deploy/healthcheck.mjs"]
ENTRYPOINT ["dragoman"]
CMD ["serve"]

# The images of the site, one target each: docker build --target api|shell|releases .
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS manifests
WORKDIR /site
COPY package.json package-lock.json ./
COPY kit/package.json kit/
COPY shell/package.json shell/
COPY api/package.json api/
COPY e2e/package.json e2e/
COPY mf-agents/package.json mf-agents/
COPY mf-demos/package.json mf-demos/
COPY mf-intake/package.json mf-intake/
COPY mf-marketing/package.json mf-marketing/
COPY mf-marketplace/package.json mf-marketplace/

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY kit kit

FROM build AS api-build
COPY api api
RUN npm run build -w api

FROM manifests AS server-manifests
# Of the kit the servers use what needs packages alone that are their own, too.
RUN npm pkg delete dependencies devDependencies -w kit

FROM server-manifests AS api-packages
RUN npm install --omit=dev --omit=optional --ignore-scripts --no-save --no-audit --no-fund -w api

# What both servers have in common; each names its PORT, and the path that says whether it is well.
FROM ${NODE} AS server
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data SITE_CONFIG=/site/shell/site.json
WORKDIR /site
# A new volume takes its owner from this folder.
RUN install -d -o node -g node /data /keys
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + process.env.HEALTH_PATH).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

FROM server AS api
ENV PORT=4000 HEALTH_PATH=/api/health/ready
COPY --from=api-packages /site ./
COPY kit/contracts kit/contracts
COPY kit/schema kit/schema
COPY kit/server kit/server
COPY shell/site.json shell/
COPY api/office.mjs api/run-built.mjs api/
COPY api/assets api/assets
COPY --from=api-build /site/api/dist api/dist
USER node
EXPOSE 4000
CMD ["node", "--no-warnings", "api/dist/main.js"]

FROM build AS site-build
COPY shell shell
COPY mf-agents mf-agents
COPY mf-demos mf-demos
COPY mf-intake mf-intake
COPY mf-marketing mf-marketing
COPY mf-marketplace mf-marketplace
ENV NODE_ENV=production
RUN npm run build -w shell
# What squads elsewhere build with: the site serves it.
COPY tsconfig.json LICENSE ./
RUN npm run packages
# A remote that does not build keeps the other ones from nothing: `releases` says which it was, and why.
RUN for remote in mf-agents mf-demos mf-intake mf-marketing mf-marketplace; do \
    npm run build -w "$remote" > "$remote/build-failure.txt" 2>&1 \
      && rm "$remote/build-failure.txt" \
      || { cat "$remote/build-failure.txt"; rm -rf "$remote/dist"; }; \
  done

# Publishes what it was built with and makes it live where it is new: what staff rolled back stays rolled back.
FROM site-build AS releases
ENV DATA_DIR=/data
RUN install -d -o node -g node /data /keys
USER node
VOLUME /data
CMD ["node", "--no-warnings", "shell/start/publish-main.ts"]

FROM server-manifests AS shell-packages
# Everything that is drawn lies in the built bundles. React, React Router, Chakra, jotai and the federation runtime stay for
# their versions, which the gate asks for.
RUN npm pkg delete devDependencies -w shell \
  && npm pkg delete -w shell 'dependencies[@emotion/cache]' \
    'dependencies[@module-federation/enhanced]' 'dependencies[@rspack/cli]' 'dependencies[@rspack/core]' \
    'dependencies[@rspack/dev-server]' dependencies.react-refresh dependencies.web-streams-polyfill \
  && npm install --omit=dev --omit=optional --ignore-scripts --no-save --no-audit --no-fund -w shell

FROM server AS shell
ENV PORT=3000 HEALTH_PATH=/healthz
COPY --from=shell-packages /site ./
COPY kit/contracts kit/contracts
COPY kit/schema kit/schema
COPY kit/server kit/server
COPY kit/squad kit/squad
COPY kit/federation kit/federation
COPY kit/theme/display-font.ts kit/theme/
COPY shell shell
COPY --from=site-build /site/shell/dist shell/dist
COPY --from=site-build /site/kit/dist/packages kit/dist/packages
USER node
EXPOSE 3000
CMD ["node", "--no-warnings", "shell/server/main.ts"]

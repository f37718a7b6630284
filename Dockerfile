# The image of the service: the program, the certificates of the public authorities, and a folder for
# temporary files. docs/operate.md says how it is built and run; make test-container does what this
# file says, without a container engine.
FROM --platform=$BUILDPLATFORM golang:1.26.8 AS build
WORKDIR /src
RUN mkdir -p /image/etc/ssl/certs && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ && mkdir -m 1777 /image/tmp
ARG TARGETOS
ARG TARGETARCH
ARG VERSION
ARG COMMIT
ARG DATE
RUN --mount=type=bind,target=. \
    --mount=type=cache,target=/go/pkg/mod \
    --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -buildvcs=false -o /image/storefront \
    -ldflags "-s -w -X github.com/storefront/storefront/server/config.version=$VERSION -X github.com/storefront/storefront/server/config.commit=$COMMIT -X github.com/storefront/storefront/server/config.date=$DATE" \
    ./cmd/storefront

FROM scratch
ARG VERSION
ARG COMMIT
ARG DATE
LABEL org.opencontainers.image.title="Storefront" \
      org.opencontainers.image.description="The API and content back end of a shop that software agents run" \
      org.opencontainers.image.source="https://github.com/storefront/storefront" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT" \
      org.opencontainers.image.created="$DATE"
COPY --from=build /image/ /
USER 65532:65532
ENV STOREFRONT_ADDR=:8080
EXPOSE 8080
# A migration may take minutes; until then the service is starting, not unhealthy.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --start-interval=1s --retries=3 CMD ["/storefront", "health"]
ENTRYPOINT ["/storefront"]
CMD ["serve"]

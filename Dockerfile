# promptcheck in an image without a shell, run by a user without rights.
#
#   docker build -t promptcheck --build-arg VERSION=v1.2.3 .
#   docker run --rm -v "$PWD:/src:ro" -w /src promptcheck check prompts
#   docker run --rm --user "$(id -u):$(id -g)" -p 127.0.0.1:8787:8787 -v "$PWD/token:/token:ro" promptcheck \
#     serve --addr 0.0.0.0:8787 --expose-to-network --token-file /token
#
# With --user it reads a token that only you may read.
#
# Both base images are named by registry, which not every engine adds by itself, and
# by tag. For builds that repeat, replace the tags by the digests that your registry
# shows for them.
FROM docker.io/library/golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN CGO_ENABLED=0 GOFLAGS=-buildvcs=false go build -trimpath \
    -ldflags="-s -w -X github.com/ringfence/ringfence/internal/release.version=${VERSION}" -o /promptcheck ./cmd/promptcheck

FROM gcr.io/distroless/static-debian12:nonroot
LABEL org.opencontainers.image.title=promptcheck \
      org.opencontainers.image.source=https://github.com/ringfence/ringfence \
      org.opencontainers.image.licenses=Apache-2.0
COPY --from=build /promptcheck /usr/local/bin/promptcheck
# By number: where an image may not run as root, Kubernetes refuses a user by name.
USER 65532:65532
EXPOSE 8787
ENTRYPOINT ["/usr/local/bin/promptcheck"]
CMD ["help"]

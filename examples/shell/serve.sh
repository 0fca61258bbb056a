#!/bin/sh
# Starts the server, asks it one question, and stops it. Needs curl.
#
# usage: serve.sh
set -eu
promptcheck=${PROMPTCHECK:-promptcheck}
dir=$(mktemp -d)
"$promptcheck" serve --addr 127.0.0.1:0 >"$dir/address" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" || true; rm -rf "$dir"' EXIT

# The first line says where it listens, once it does.
until [ -s "$dir/address" ]; do
  kill -0 "$server" # it ended: its message is above
  sleep 0.1
done
url=$(sed -n 's/^listening on //p' "$dir/address")

curl --fail --silent --show-error --data-binary @- "$url/request" <<'BODY'
{"body":{"messages":[{"role":"user","content":"a <|im_start|> b"}]}}
BODY

#!/bin/sh
# Builds a command twice, in copies of the tree in two folders with names of
# different length, the second time without the build cache, and compares the
# bytes: nothing of the machine may be in a release.
#
# usage: reproducible.sh PACKAGE
set -eu
go=${GO:-go}
package=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

first=$work/a
second=$work/a-folder-with-a-longer-name/below
for dir in "$first" "$second"; do
  mkdir -p "$dir"
  # Committed files and those that would be; a deleted one is not listed.
  git ls-files -z --cached --others --exclude-standard --deduplicate |
    tar --create --null --files-from=- --ignore-failed-read --file=- 2>/dev/null |
    tar --extract --directory="$dir" --file=-
done

export CGO_ENABLED=0 GOFLAGS='' GOWORK=off
(cd "$first" && "$go" build -trimpath -buildvcs=false -o "$work/one" "$package")
(cd "$second" && "$go" build -a -trimpath -buildvcs=false -o "$work/two" "$package")

sum() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}
one=$(sum "$work/one")
two=$(sum "$work/two")
printf '%s  built in the first folder\n%s  built in the second folder\n' "$one" "$two"
[ "$one" = "$two" ] || { echo 'the builds differ'; exit 1; }

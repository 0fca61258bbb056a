#!/usr/bin/env bash
# Checks that the files for the fuzzing fleet build what they claim: that every
# fuzz target of the tree is in targets.txt and the other way round, that each
# is found in one place by the rule of the fleet's tool, and that after
# prepare.sh every package compiles and has its targets. It changes a copy.
#
#   ossfuzz/check.sh       # check
#   ossfuzz/check.sh -u    # write the list of targets anew, then check
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
go=${GO:-go}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export LC_ALL=C
git ls-files -co --exclude-standard -- '*_test.go' | while read -r f; do
  case $f in */testdata/*) continue ;; esac
  if [ -e "$f" ]; then
    sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(f \*testing\.F).*/\1/p' "$f" | sed "s|^|$(dirname "$f") |"
  fi
done | sort >"$work/found"
if [ "${1-}" = -u ]; then
  { sed -n '/^#/p' ossfuzz/targets.txt; cat "$work/found"; } >"$work/new"
  cp "$work/new" ossfuzz/targets.txt
fi
sed '/^#/d; /^$/d' ossfuzz/targets.txt >"$work/claimed"
if ! diff -u "$work/claimed" "$work/found"; then
  echo 'ossfuzz/targets.txt is not the list of the fuzz targets of the tree: ossfuzz/check.sh -u writes it' >&2
  exit 1
fi

mkdir "$work/tree"
git ls-files -co --exclude-standard | while read -r f; do if [ -e "$f" ]; then echo "$f"; fi; done | tar -cf - -T - | tar -xf - -C "$work/tree"
bash "$work/tree/ossfuzz/prepare.sh" "$work/tree" >"$work/targets"
cd "$work/tree"
while read -r folder target binary name; do
  # The tool looks for the function below the folder and wants one line.
  n=$(grep -r --include='*.go' "func $target" "./$folder" | grep -c 'testing.F' || true)
  if [ "$n" -ne 1 ]; then
    echo "$folder $target ($binary, $name): the fleet's tool finds $n functions" >&2
    exit 1
  fi
  echo "./$folder" >>"$work/folders"
done <"$work/targets"
sort -u "$work/folders" | while read -r folder; do
  $go test -c -o "$work/bin" "$folder" >/dev/null
  (cd "$folder" && "$work/bin" -test.list '^Fuzz') | sort >"$work/have"
  awk -v f="${folder#./}" '$1 == f { print $2 }' "$work/targets" | sort >"$work/want"
  if ! diff -u "$work/want" "$work/have"; then
    echo "$folder does not have the targets that are claimed" >&2
    exit 1
  fi
done
for f in ossfuzz/build.sh ossfuzz/prepare.sh .clusterfuzzlite/build.sh; do bash -n "$f"; done
awk '$3 == "" || seen[$3]++ { print "two binaries are called " $3; bad = 1 } END { exit bad }' "$work/targets"
echo "ossfuzz: $(wc -l <"$work/targets") targets in $(sort -u "$work/folders" | wc -l) packages build as claimed"

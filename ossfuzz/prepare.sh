#!/usr/bin/env bash
# Makes every fuzz target of a copy of the tree buildable by the tools of
# OSS-Fuzz, which build what "go list" finds in a folder without its tests:
# a target in an external test package (package x_test) cannot be reached there.
# So such files move to a folder of their own, x/fleet, as package xfleet, beside
# a file without tests. They use exported names alone, so they compile where
# they are as well as where they were.
#
# The fleet's tool also looks for a function below the folder, by the beginning of
# its name, and passes over one that it finds twice. So each gets a name that no
# other begins with.
#
#   ossfuzz/prepare.sh COPY > LIST
#
# LIST is one target a line: package folder after the move, function after the
# change of its name, binary, name in the tree.
set -euo pipefail
tree=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Tests and examples that only "go test" runs move along with the targets.
while read -r folder target; do
  case $folder in ''|'#'*) continue ;; esac
  file=$(grep -lE "^func $target\(f \*testing\.F\)" "$tree/$folder"/*_test.go "$tree/$folder"/fleet/*_test.go 2>/dev/null || true)
  if [ -z "$file" ] || [ "$(printf '%s\n' "$file" | wc -l)" -ne 1 ]; then
    echo "prepare: $folder $target: not in exactly one file" >&2
    exit 1
  fi
  package=$(sed -n 's/^package \([a-z0-9_]*\).*/\1/p' "$file" | head -n 1)
  to=$folder
  case $package in *_test | *fleet)
    to=$folder/fleet
    if [ ! -d "$tree/$to" ]; then
      mkdir "$tree/$to"
      name=${package%_test}fleet
      printf '// Package %s holds fuzz targets.\npackage %s\n' "$name" "$name" >"$tree/$to/doc.go"
      grep -lE "^package $package\b" "$tree/$folder"/*_test.go | while read -r f; do
        sed "s/^package $package\b/package $name/" "$f" >"$tree/$to/$(basename "$f")"
        rm "$f"
      done
      if [ -d "$tree/$folder/testdata" ]; then cp -R "$tree/$folder/testdata" "$tree/$to/testdata"; fi
    fi ;;
  esac
  file=$(grep -lE "^func $target\(f \*testing\.F\)" "$tree/$to"/*_test.go)
  of=$(printf '%s' "/${folder#.}" | sed -E 's#/+([a-z])#\U\1#g; s#[^A-Za-z0-9]##g')
  sed "s/^func $target(/func ${target}Of${of:-Root}End(/" "$file" >"$file.new"
  mv "$file.new" "$file"
  binary=$(printf '%s_%s' "${folder//\//_}" "$target" | sed 's/^\._/root_/')
  printf '%s %s %s %s\n' "${to#./}" "${target}Of${of:-Root}End" "$binary" "$target"
done <"$here/targets.txt"

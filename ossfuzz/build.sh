#!/bin/bash -eu
# Builds the fuzz targets of ringfence for OSS-Fuzz and ClusterFuzzLite. Runs in
# the container of the Dockerfile beside it, in the root of the repository.
#
# The targets are the native ones that "make fuzz" runs. libFuzzer does not read
# the seeds that they add, so the seeds in files go along as archives.
module=github.com/ringfence/ringfence

# What stands in for package testing in a libFuzzer binary.
go get github.com/AdamKorcz/go-118-fuzz-build/testing

ossfuzz/prepare.sh . >"$WORK/targets"
while read -r folder target binary name; do
  package=$module
  if [ "$folder" != . ]; then package=$module/$folder; fi
  compile_native_go_fuzzer_v2 "$package" "$target" "$binary"
  # The tool says that it has found nothing, and exits with 0.
  if [ ! -e "$OUT/$binary" ]; then
    echo "build: $package $target was not built" >&2
    exit 1
  fi
  if [ -d "$folder/testdata/fuzz/$name" ]; then
    zip -q -r -j "$OUT/${binary}_seed_corpus.zip" "$folder/testdata/fuzz/$name"
  fi
  cp ossfuzz/ringfence.dict "$OUT/$binary.dict"
done <"$WORK/targets"

#!/bin/sh
# Checks a large store in parts, several at a time, and merges the reports to the
# one that a single run would have given.
#
# usage: shards.sh STORE OUT [PARTS [AT_ONCE]]
#
# Status: 0 clean, 1 findings at or above FAIL_ON (warning unless set), 2 something
# could not be checked. PROMPTCHECK names the command where it is not on the PATH.
# OUT must not lie in STORE: the reports would be checked.
set -u
promptcheck=${PROMPTCHECK:-promptcheck}
store=${1:?usage: shards.sh STORE OUT [PARTS [AT_ONCE]]}
out=${2:?usage: shards.sh STORE OUT [PARTS [AT_ONCE]]}
parts=${3:-8}
mkdir -p "$out" || exit 2
rm -f "$out"/part-*.json # of a run with more parts

# A part with something unchecked ends with 2 and has a report nevertheless: the
# merge says so of the whole. A part without a report is missing there.
seq "$parts" | xargs -P "${4:-2}" -I '{}' \
  "$promptcheck" check --fail-on never --format json --shard "{}/$parts" -o "$out/part-{}.json" "$store"
exec "$promptcheck" convert --merge --fail-on "${FAIL_ON:-warning}" --to text "$out"/part-*.json

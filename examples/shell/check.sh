#!/bin/sh
# Checks prompts in any job runner: a report, a statement of what was checked, and
# the exit status of the check.
#
# usage: check.sh FOLDER OUT
#
# Status: 0 clean, 1 findings at or above FAIL_ON (warning unless set), 2 something
# could not be checked. PROMPTCHECK names the command where it is not on the PATH.
# OUT must not lie in FOLDER: what is written there would be checked.
set -u
promptcheck=${PROMPTCHECK:-promptcheck}
folder=${1:?usage: check.sh FOLDER OUT}
out=${2:?usage: check.sh FOLDER OUT}
mkdir -p "$out" || exit 2

# Findings are no reason to stop here, what could not be checked is: a statement
# about half of the files would look like one about all.
"$promptcheck" check --fail-on never --format json -o "$out/report.json" "$folder" || exit 2
"$promptcheck" attest --subject "$folder" --fail-on "${FAIL_ON:-warning}" -o "$out/statement.json" "$out/report.json" || exit 2
"$promptcheck" attest --verify "$out/statement.json" >&2 || exit 2
exec "$promptcheck" check --fail-on "${FAIL_ON:-warning}" "$folder"

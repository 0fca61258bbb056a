#!/bin/sh
# Runs the tests of the packages given with 32-bit int: natively where the
# machine executes 386 programs, else under qemu-i386, else (saying so) only
# compiles them.
#
# usage: test386.sh PACKAGE…
set -eu
go=${GO:-go}
export GOARCH=386 CGO_ENABLED=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Patterns of folders that this tree does not have are left out, by name.
packages=
for p in "$@"; do
  dir=${p%/...}
  if [ -d "$dir" ]; then packages="$packages $p"; else echo "not there, left out: $p"; fi
done

cat >"$work/main.go" <<'GO'
package main

func main() {}
GO
"$go" build -o "$work/probe" "$work/main.go"

# The emulator does not survive the signals by which the runtime preempts.
emulated=asyncpreemptoff=1
# shellcheck disable=SC2086 # packages is a list of patterns without blanks
if "$work/probe" 2>/dev/null; then
  echo 'run natively'
  "$go" test -timeout 20m $packages
elif command -v qemu-i386 >/dev/null 2>&1 && GODEBUG=$emulated qemu-i386 "$work/probe" 2>/dev/null; then
  echo 'run under qemu-i386, without the long tests and those that start processes'
  # The emulator itself crashes now and then. A crash is told from a failed test
  # by what the test binary prints, tried again, and named if it stays.
  passed=0
  for pkg in $("$go" list $packages); do
    try=1
    until GODEBUG=$emulated "$go" test -short -timeout 20m -exec qemu-i386 \
      -skip '^(TestTextTakesConstants|TestTextTakesConstantsOnly|TestNoTemplateEngine)$' "$pkg" >"$work/log" 2>&1; do
      if grep -q -e '--- FAIL' -e 'DATA RACE' -e 'panic: ' -e 'build failed' "$work/log"; then cat "$work/log"; exit 1; fi
      if [ $try -eq 3 ]; then echo "NOT RUN: the emulator crashed three times in $pkg"; break; fi
      try=$((try + 1))
    done
    if grep '^ok' "$work/log"; then passed=$((passed + 1)); fi
  done
  if [ $passed -lt 6 ]; then echo "only $passed packages ran"; exit 1; fi
else
  "$go" test -exec true $packages >/dev/null
  echo 'compiled, not run: this machine cannot execute 386 programs (Debian: apt-get install qemu-user)'
fi

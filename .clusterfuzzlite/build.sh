#!/bin/bash -eu
# One build for both fleets.
exec bash -eu ossfuzz/build.sh

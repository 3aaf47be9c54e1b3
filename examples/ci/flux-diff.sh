#!/bin/sh
# Compares a path with its state where the branch left BASE, for a pull or merge request.
#
#   flux-diff.sh BASE PATH
#
# Prints the report and writes flux-diff.md (for a comment) and flux-diff.html (for an artifact). Ends with 0 without and
# with differences, with 1 for those of $FAIL_ON (such as `delete`), with 2 when something cannot be rendered.
#
#   STRAKE   the program, default `npx --yes strake`
set -u

if [ "$#" -ne 2 ]; then
  echo "usage: flux-diff.sh BASE PATH" >&2
  exit 2
fi

# The program may be several words.
# shellcheck disable=SC2086
${STRAKE:-npx --yes strake} flux diff "--base=$1" --merge-base "--fail-on=${FAIL_ON:-none}" \
  --output flux-diff.md --output flux-diff.html -- "$2"
code=$?

# GitHub shows this on the page of the run.
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f flux-diff.md ]; then
  cat flux-diff.md >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"

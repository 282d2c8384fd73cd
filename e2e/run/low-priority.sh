#!/bin/sh
# Runs PROGRAM with a low priority. Linux may weigh sessions before processes (autogroup). If the process leads a session of
# its own, as a browser of Playwright does, the session's weight is lowered as well.
if read -r _ _ _ _ _ session _ 2>/dev/null </proc/$$/stat && [ "$session" = $$ ]; then
  echo 5 2>/dev/null >/proc/self/autogroup
fi
exec nice -n 5 "$PROGRAM" "$@"

#!/bin/sh
# Runs what PROGRAM names behind everything else on the machine. Linux may weigh sessions before it weighs processes
# (autogroup): a browser is started in a session of its own, and only where it is, that is put behind the others as well.
if read -r _ _ _ _ _ session _ 2>/dev/null </proc/$$/stat && [ "$session" = $$ ]; then
  echo 5 2>/dev/null >/proc/self/autogroup
fi
exec nice -n 5 "$PROGRAM" "$@"

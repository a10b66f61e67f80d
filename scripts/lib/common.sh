# shellcheck shell=bash
# What every script needs: messages, and long steps with a progress line (what, how far, how long).
# Independent of the toolchain and the build.

say() { printf '%s\n' "$*" >&2; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Prints the progress of a step, read from its log: ninja's [3/80], or whatever `step_progress` is set to.
step_progress=progress_ninja
progress_ninja() { tail -c 4000 "$1" | grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -n 1; }
progress_none() { :; }

# step WHAT CMD...: runs the command with its output in a log. One live line on a terminal, else a line now and
# then; the log's end is shown if the command fails. An interrupt ends the command with all its children;
# `step_cleanup` is then called, if set.
step() {
  local what=$1 start=$SECONDS log status=0 tick=0 child
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/attention-explorer-step.XXXXXX")
  set -m # a process group of its own, which can be ended as a whole
  "$@" >"$log" 2>&1 </dev/null 9>&- &
  child=$!
  set +m
  # shellcheck disable=SC2064  # expand now: the trap must end this very child
  trap "step_interrupted $child '$log'" INT TERM HUP
  while kill -0 "$child" 2>/dev/null; do
    sleep 0.2
    tick=$((tick + 1))
    if [[ -t 2 ]]; then
      ((tick % 5)) || printf '\r\033[K  %s  %s  %ss' "$what" "$("$step_progress" "$log")" $((SECONDS - start)) >&2
    elif ((tick % 50 == 0)); then
      printf '  %s  %s  %ss\n' "$what" "$("$step_progress" "$log")" $((SECONDS - start)) >&2
    fi
  done
  wait "$child" || status=$?
  trap - INT TERM HUP
  [[ -t 2 ]] && printf '\r\033[K' >&2
  if ((status)); then
    tail -n "${STEP_LOG_LINES:-60}" "$log" >&2
    printf '  %s: FAILED after %ss\n' "$what" $((SECONDS - start)) >&2
  else
    printf '  %s: done, %ss\n' "$what" $((SECONDS - start)) >&2
  fi
  rm -f "$log"
  return "$status"
}

step_interrupted() { # CHILD LOG
  trap '' INT TERM HUP
  kill -TERM -- "-$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true # it ended by a signal: errexit must not take that for ours
  rm -f "$2"
  [[ -z ${step_cleanup:-} ]] || "$step_cleanup"
  say "interrupted"
  exit 130
}

# confirm QUESTION: yes in CI or after --yes; otherwise asks, and a missing terminal means no.
confirm() {
  local answer
  if [[ -n ${CI:-} || -n ${assume_yes:-} ]]; then return 0; fi
  [[ -t 0 ]] || return 1
  read -r -p "$1 [y/N] " answer
  [[ $answer == [yY]* ]]
}

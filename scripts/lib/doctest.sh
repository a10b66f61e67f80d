#!/usr/bin/env bash
# Runs the doctest programs of a build folder and adds their cases up; for use inside the toolchain.
# usage: doctest.sh FOLDER [doctest arguments]; the last line is "N passed, N failed"
set -uo pipefail
folder=$1
shift
passed=0 failed=0
export UBSAN_OPTIONS=print_stacktrace=1
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

run_program() { # PROGRAM ARGS...: its output and its exit status into the logs
  local program=$1 run=("$1") status=0
  shift
  [[ $program == *.js ]] && run=(node "$program")
  "${run[@]}" --no-colors=true "$@" >"$logs/$(basename "${program%.js}")" 2>&1 || status=$?
  echo "$status" >"$logs/$(basename "${program%.js}").status"
}

# As many programs at a time as there are cores.
mapfile -t programs < <(grep . "$folder/test-programs.txt")
for program in "${programs[@]}"; do
  while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n; done
  run_program "$program" "$@" &
done
wait

for program in "${programs[@]}"; do
  name=$(basename "${program%.js}")
  log=$logs/$name status=$(cat "$logs/$name.status")
  # [doctest] test cases: 3 | 3 passed | 0 failed | 10 skipped
  read -r good bad < <(awk -F'[:|]' '/^\[doctest\] test cases:/ { print $3 + 0, $4 + 0; found = 1 } END { if (!found) print 0, 0 }' "$log")
  # A crash, a sanitizer's report or a leak fails the program even if every case passed.
  if ((status != 0 && bad == 0)); then bad=1; fi
  passed=$((passed + good))
  failed=$((failed + bad))
  if ((bad)); then
    cat "$log"
    echo "  $name: FAILED ($good cases passed, $bad failed, exit status $status)"
  else
    echo "  $name: $good cases passed"
  fi
done

if ((passed + failed == 0)) && (($# == 0)); then
  echo "  no test ran"
  failed=1
fi
echo "$passed passed, $failed failed"
((failed == 0))

#!/usr/bin/env bash
# Runs the doctest programs of a build folder and adds their cases up; for use inside the toolchain.
# usage: [AE_PROGRAMS="attention graph"] doctest.sh FOLDER [doctest arguments]; the last line is "N passed, N failed"
set -uo pipefail
folder=$1
shift
passed=0 failed=0
export UBSAN_OPTIONS=print_stacktrace=1
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

command_of() { # PROGRAM: into the array `run`
  run=("$1" --no-colors=true)
  if [[ $1 == *.js ]]; then run=(node "${run[@]}"); fi
}

run_part() { # LOG PROGRAM ARGS...: its output and its exit status
  local log=$1 status=0 run
  command_of "$2"
  shift 2
  "${run[@]}" "$@" >"$log" 2>&1 || status=$?
  echo "$status" >"$log.status"
}

# As many at a time as there are cores; a program of many cases is run in several parts, since one program uses one core.
chosen=${AE_PROGRAMS:-.*}
mapfile -t programs < <(grep -E "/test_(${chosen// /|})(\.js)?\$" "$folder/test-programs.txt")
most=50
declare -A cases
for program in "${programs[@]}"; do
  command_of "$program"
  cases[$program]=$("${run[@]}" "$@" --count 2>/dev/null | awk -F: '/unskipped test cases/ { print $2 + 0 }')
  for ((first = 1; first == 1 || first <= ${cases[$program]:-0}; first += most)); do
    while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n; done
    part=$(printf '%s/%s.%04d' "$logs" "$(basename "${program%.js}")" "$first")
    run_part "$part" "$program" "$@" --first="$first" --last="$((first + most - 1))" &
  done
done
wait

for program in "${programs[@]}"; do
  name=$(basename "${program%.js}") program_failed=0
  for log in "$logs/$name".????; do
    status=$(cat "$log.status")
    # [doctest] test cases: 3 | 3 passed | 0 failed | 10 skipped, where those of other parts count as passed
    bad=$(awk -F'[:|]' '/^\[doctest\] test cases:/ { print $4 + 0; found = 1 } END { if (!found) print 0 }' "$log")
    # Without that line nothing ran, unless the arguments only ask for a list.
    if (($# == 0)) && ! grep -q '^\[doctest\] test cases:' "$log"; then bad=1; fi
    # A crash, a sanitizer's report or a leak fails the program even if every case passed.
    if ((status != 0 && bad == 0)); then bad=1; fi
    if ((bad)); then
      cat "$log"
      echo "  $name: FAILED ($bad cases, exit status $status)"
    fi
    program_failed=$((program_failed + bad))
  done
  program_passed=$((${cases[$program]:-0} - program_failed))
  if ((program_passed < 0)); then program_passed=0; fi
  passed=$((passed + program_passed))
  failed=$((failed + program_failed))
  if ((program_failed == 0)); then echo "  $name: $program_passed cases passed"; fi
done

if ((passed + failed == 0)) && (($# == 0)); then
  echo "  no test ran"
  failed=1
fi
echo "$passed passed, $failed failed"
((failed == 0))

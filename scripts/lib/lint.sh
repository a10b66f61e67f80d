#!/usr/bin/env bash
# The lint checks, each counted once; for use inside the toolchain, from the top of the checkout, after the native build.
# usage: lint.sh [check...]; the last line is "N passed, N failed"
set -uo pipefail
passed=0 failed=0 wanted=("$@")
work=$(mktemp)
trap 'rm -f "$work"' EXIT

check() { # NAME CMD...
  local name=$1 output status=0 start=$SECONDS
  shift
  if ((${#wanted[@]})) && [[ " ${wanted[*]} " != *" $name "* ]]; then return 0; fi
  output=$("$@" 2>&1) || status=$?
  if ((status)); then
    failed=$((failed + 1))
    printf '%s\n  %s: FAILED\n' "$output" "$name"
  else
    passed=$((passed + 1))
    [[ -z $output ]] || printf '%s\n' "$output"
    printf '  %s: ok, %ss\n' "$name" $((SECONDS - start))
  fi
}

cpp_files() { find src tests -name node_modules -prune -o -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' \) -print | sort; }
own_files() {
  find src tests web shaders scripts .ci .github -name node_modules -prune -o -type f \
    \( -name '*.[ch]pp' -o -name '*.h' -o -name '*.m[jt]s' -o -name '*.[jt]s' -o -name '*.css' -o -name '*.sh' -o -name '*.py' \
    -o -name '*.vert' -o -name '*.frag' -o -name '*.cmake' \) -print 2>/dev/null
}
shell_files() {
  find scripts .ci -type f -print | while read -r file; do
    if [[ $file == *.sh ]] || head -n 1 "$file" | grep -qE '^#!.*\bbash'; then echo "$file"; fi
  done
}

clang_format() {
  cpp_files | xargs -r clang-format --dry-run -Werror 2>&1 | grep 'error:' | cut -d: -f1 | sort | uniq -c >"$work"
  [[ ! -s $work ]] || {
    cat "$work"
    echo "to fix it: scripts/toolchain run -- clang-format -i FILE..."
    return 1
  }
}
clang_tidy() { python3 scripts/lib/tidy.py build/native build/lint/tidy; }
shell() { shell_files | xargs -r shellcheck -x; }
web() {
  [[ -e web/package.json ]] || return 0
  npm run --silent --prefix web lint
}

# An xtensor expression held by auto is evaluated later, or never, and may outlive its operands.
lazy_xtensor() {
  local found
  found=$(cpp_files | xargs -r grep -nE '\bauto\b[^=;]*= *xt::' | grep -vE 'xt::(eval|shape|from_indices)\(|\.(shape|size|data)\(\)')
  [[ -z $found ]] || {
    printf '%s\nauto holds a lazy xtensor expression: give it a concrete type\n' "$found"
    return 1
  }
}

layers() { python3 scripts/lib/layers.py; }

# Every file of our own begins with a comment that says what it is.
file_header() {
  own_files | xargs -r awk '
    function tell() { if (file && !said) print file ": does not begin by saying what it is" }
    FNR == 1 { tell(); file = FILENAME; said = 0 }
    FNR <= 3 && /^ *(\/\/|\/\*|#|--|\*|""")/ { said = 1 }
    FNR > 3 { nextfile }
    END { tell() }' >"$work"
  [[ ! -s $work ]] || {
    cat "$work"
    return 1
  }
}

layout() {
  local file bad=0
  for file in *; do
    case $file in
      CMakeLists.txt | CMakePresets.json | src | shaders | web | tests | scripts | README.md | LICENSE | build) ;;
      *)
        echo "$file: not one of the folders and files allowed at the top level"
        bad=1
        ;;
    esac
  done
  return $bad
}

check layout layout
check file-header file_header
check layers layers
check lazy-xtensor lazy_xtensor
check clang-format clang_format
check shellcheck shell
check web web
check clang-tidy clang_tidy
echo "$passed passed, $failed failed"
((failed == 0))

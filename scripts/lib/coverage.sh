#!/usr/bin/env bash
# Adds the profiles of the coverage preset's test programs up and prints the share of lines reached, file by file; for
# use inside the toolchain, after the programs have run. usage: coverage.sh FOLDER
set -euo pipefail
folder=$1
llvm-profdata merge -sparse "$folder"/profile/*.profraw -o "$folder/coverage.profdata"
objects=()
while read -r program; do [[ -z $program ]] || objects+=(-object "$program"); done <"$folder/test-programs.txt"
llvm-cov report -instr-profile "$folder/coverage.profdata" -show-region-summary=false -show-branch-summary=false \
  -ignore-filename-regex='^/usr/|/tests/' "${objects[@]}"
llvm-cov show -instr-profile "$folder/coverage.profdata" -format=html -output-dir "$folder/html" \
  -ignore-filename-regex='^/usr/|/tests/' "${objects[@]}"
echo "line by line: $folder/html/index.html"

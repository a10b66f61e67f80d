#!/usr/bin/env bash
# Adds the profiles of the coverage preset's test programs up and prints the share of lines reached, file by file; for
# use inside the toolchain, after the programs have run; then each layer's. Fails where the core or the graph has less
# than 95 % of its lines. usage: coverage.sh FOLDER
set -euo pipefail
folder=$1
llvm-profdata merge -sparse "$folder"/profile/*.profraw -o "$folder/coverage.profdata"
objects=()
while read -r program; do [[ -z $program ]] || objects+=(-object "$program"); done <"$folder/test-programs.txt"
llvm-cov report -instr-profile "$folder/coverage.profdata" -show-region-summary=false -show-branch-summary=false \
  -ignore-filename-regex='^/usr/|/tests/' "${objects[@]}" | tee "$folder/coverage.txt"
llvm-cov show -instr-profile "$folder/coverage.profdata" -format=html -output-dir "$folder/html" \
  -ignore-filename-regex='^/usr/|/tests/' "${objects[@]}"
echo "line by line: $folder/html/index.html"

# Columns of the report: file, functions, missed, share, lines, missed, share.
awk '$5 ~ /^[0-9]+$/ && $1 ~ /\// {
       split($1, path, "/"); lines[path[1]] += $5; missed[path[1]] += $6
     }
     END {
       for (floor in lines) {
         share = 100 * (lines[floor] - missed[floor]) / lines[floor]
         printf "src/%-10s %6.2f %% of %d lines\n", floor, share, lines[floor]
         if ((floor == "attention" || floor == "graph") && share < 95) few = 1
       }
       exit few
     }' "$folder/coverage.txt"

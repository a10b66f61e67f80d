# shellcheck shell=bash
# Builds a preset, the npm folders and the site, each only if something changed. Defines presets and folders; needs
# common.sh, and runs every tool through scripts/toolchain.
: "${root:?set by the script that reads this file}"

toolchain() { "$root/scripts/toolchain" "$@"; }
tools() { toolchain run -- "$@"; }

# One build at a time in a checkout: ninja, npm and the site's folder do not allow two.
lock_build() {
  mkdir -p "$root/build"
  exec 8>"$root/build/.lock"
  if ! flock -n 8; then
    say "  another run is building in this checkout; waiting for it"
    flock 8
  fi
}
unlock_build() { exec 8>&-; }

preset_folder() {
  if [[ $1 == site ]]; then echo "$root/build/site-wasm"; else echo "$root/build/$1"; fi
}

build_preset() { # PRESET [TARGET...]
  local preset=$1 folder mark
  shift
  folder=$(preset_folder "$preset")
  mark=$(toolchain path)
  # Another userland has another compiler at the same path, which ninja cannot see.
  if [[ -e $folder && $(cat "$folder/.toolchain" 2>/dev/null) != "$mark" ]]; then rm -rf "$folder"; fi
  if [[ ! -e $folder/build.ninja ]]; then
    # Emscripten creates its headers when it compiles the first file, and ninja would consider that file out of date.
    if [[ $preset == site || $preset == wasm ]]; then
      step_progress=progress_none step "laying out Emscripten's headers" tools embuilder build sysroot || return 1
    fi
    step "configuring $preset" tools cmake --preset "$preset" -S "$root" || return 1
    echo "$mark" >"$folder/.toolchain"
  fi
  step "building $preset" tools cmake --build "$folder" ${1:+--target "$@"}
}

# npm writes node_modules/.package-lock.json last: if it is newer than its inputs, nothing needs to be done.
npm_folder() { # FOLDER
  local done=$root/$1/node_modules/.package-lock.json
  [[ -e $root/$1/package.json ]] || return 0
  if [[ -e $done && ! $root/$1/package-lock.json -nt $done && ! $root/$1/package.json -nt $done ]]; then return 0; fi
  step_progress=progress_none step "npm packages of $1/" tools npm ci --prefix "$root/$1" --no-audit --no-fund
}

# A fingerprint of all inputs of the site except C++ and its address.
site_inputs() {
  (
    cd "$root" || exit 1
    find web LICENSE README.md -name node_modules -prune -o -type f -print0 2>/dev/null
    find build/site-wasm -type f \( -name '*.wasm' -o -name '*.mjs' -o -name '*.js' \) -not -path '*/CMakeFiles/*' -print0
  ) | sort -z | (cd "$root" && xargs -0 sha256sum) | sha256sum
}

build_site() {
  local fingerprint
  build_preset site || return 1
  npm_folder web || return 1
  fingerprint=$(site_inputs)${site_address:-}
  if [[ -e $root/build/site/index.html && $(cat "$root/build/.site-inputs" 2>/dev/null) == "$fingerprint" ]]; then
    return 0
  fi
  step_progress=progress_none step "assembling build/site" \
    toolchain run -- node "$root/web/build.mjs" --wasm-dir "$root/build/site-wasm" --out "$root/build/site" \
    ${site_address:+--address "$site_address"} || return 1
  echo "$fingerprint" >"$root/build/.site-inputs"
}

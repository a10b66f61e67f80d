# shellcheck shell=bash
# Makes the pinned userland: a Debian tree in the user's cache folder, unpacked by mmdebstrap, never written afterwards.
# Uses the lock file and the cache folder; needs common.sh.
: "${root:?set by the script that reads this file}"

suite=forky
recipe=2 # raise when the way of unpacking changes, so that old trees are not taken for new ones
cache=${XDG_CACHE_HOME:-$HOME/.cache}/attention-explorer
lock_file=$root/scripts/toolchain.lock

lock_rows() { awk -v t="$1" '$1 == t { print $2, $3 }' "$lock_file"; }
lock_names() { lock_rows "$1" | cut -d' ' -f1; }
# The base tree holds the unpacked sources too, so both lists decide its name.
tree_names() {
  lock_names "$1"
  if [[ $1 == base ]]; then lock_names source | sed 's/^/source:/'; fi
}
tree_path() {
  local key
  key=$( (echo "$suite $recipe ${ATTENTION_EXPLORER_SNAPSHOT:-}" && tree_names "$1") | sha256sum | cut -c1-12)
  case $1 in
    base) echo "$cache/userland-$key" ;;
    *) echo "$cache/userland-$1-$key" ;;
  esac
}

# The two host packages (and their dependencies where a distribution leaves them out).
missing_host_packages() {
  have mmdebstrap || echo mmdebstrap
  have bwrap || echo bubblewrap
  [[ -e /usr/share/keyrings/debian-archive-keyring.gpg ]] || echo debian-archive-keyring
  if ((EUID != 0)); then have newuidmap || echo uidmap; fi
}

install_host_packages() {
  local missing sudo=()
  mapfile -t missing < <(missing_host_packages)
  ((${#missing[@]})) || return 0
  have apt-get || die "this system has no apt-get. Install ${missing[*]} by its own means, or activate an emsdk
  (6.0.3 or later) that has cmake, ninja, g++, node 20 or later and python3 beside it, and start again."
  if ((EUID != 0)); then
    have sudo || die "as root, run: apt-get install --no-install-recommends ${missing[*]}"
    sudo=(sudo)
    say "The toolchain is unpacked by mmdebstrap and entered by bubblewrap. To be installed on this system: ${missing[*]}"
    confirm "Run: sudo apt-get install ${missing[*]} ?" ||
      die "not installed. Run it yourself, or start again with --yes: sudo apt-get install --no-install-recommends ${missing[*]}"
  fi
  step_progress=progress_none step "host packages: ${missing[*]}" \
    "${sudo[@]}" bash -c 'export DEBIAN_FRONTEND=noninteractive
      apt-get install -y --no-install-recommends "$@" || { apt-get update && apt-get install -y --no-install-recommends "$@"; }' \
    _ "${missing[@]}"
}

check_user_namespaces() {
  local problem
  if problem=$(bwrap --bind / / --proc /proc --dev /dev true 2>&1); then return 0; fi
  if [[ $(cat /proc/sys/kernel/apparmor_restrict_unprivileged_userns 2>/dev/null) == 1 ]]; then
    die "AppArmor on this system keeps ordinary programs from making user namespaces, which bubblewrap needs. Either
  allow it for bubblewrap alone:
    printf 'abi <abi/4.0>,\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\n  userns,\n}\n' | sudo tee /etc/apparmor.d/bwrap
    sudo apparmor_parser -r /etc/apparmor.d/bwrap
  or for everything until the next start: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
  fi
  if [[ $(cat /proc/sys/kernel/unprivileged_userns_clone 2>/dev/null) == 0 ]]; then
    die "user namespaces are switched off here. To switch them on: sudo sysctl -w kernel.unprivileged_userns_clone=1"
  fi
  die "bubblewrap cannot enter a tree on this system ($problem). It needs user namespaces, or root with the right to mount;
  in a container, start it with --privileged or --security-opt seccomp=unconfined --cap-add SYS_ADMIN."
}

# Progress from mmdebstrap's verbose log: downloads, then packages unpacked and set up, out of the total.
progress_unpack() {
  LC_ALL=C awk '
    / newly installed/ { total += $3 }
    /^Get:/ && !/(InRelease|Release|Packages|Sources|Translation|Contents)/ { got++; now = "downloading package " got; plain = 0 }
    /^I: extracting/ { now = "extracting the base system"; plain = 1 }
    /^Unpacking / { unpacked++; now = "unpacking package " unpacked; plain = 0 }
    /^Setting up / { ready++; now = "setting up package " ready; plain = 0 }
    /^stage: / { now = substr($0, 8); plain = 1 }
    END { print now ? now (total && !plain ? " of " total : "") : "reading the package index" }' "$1"
}

# Newer versions of apt know the address of dated snapshots; older ones need it in full.
snapshot_mirror() {
  local template
  template=$(apt-config dump Acquire::Snapshots::URI::Override::Label::Debian 2>/dev/null | sed -n 's/.*"\(.*\)";/\1/p')
  [[ -n $template ]] || die "this system's apt does not know where dated snapshots are kept: set
  ATTENTION_EXPLORER_MIRROR to the full address of the snapshot instead of ATTENTION_EXPLORER_SNAPSHOT."
  echo "${template/@SNAPSHOTID@/$ATTENTION_EXPLORER_SNAPSHOT}"
}

# Runs inside mmdebstrap, with the new tree as $1: source packages unpacked, headers given a folder of their own.
# shellcheck disable=SC2016  # every line below is for the shell that mmdebstrap starts
customize_base='set -eu
echo "stage: fetching library sources"
src=usr/src/attention-explorer
cd "$1"
for list in etc/apt/sources.list etc/apt/sources.list.d/*.list; do
  [ -e "$list" ] && sed -n "s/^deb /deb-src /p" "$list"
done > source-lines
mv source-lines etc/apt/sources.list.d/attention-explorer-src.list
for list in etc/apt/sources.list.d/*.sources; do
  if [ -e "$list" ]; then sed -i "s/^Types: deb$/Types: deb deb-src/" "$list"; fi
done
# Only what is new: the list of source packages.
chroot . apt-get -q -o Acquire::IndexTargets::deb::Packages::DefaultEnabled=false update
mkdir -p $src/download $src/include
chmod 777 $src/download
for name in $AE_SOURCES; do
  chroot . sh -c "cd /$src/download && apt-get -q source --download-only $name"
  archive=$(ls $src/download/${name}_*.orig.tar.*[!c] | grep -v "\.asc$" | head -n 1)
  mkdir -p $src/$name
  chroot . tar -xf /$archive -C /$src/$name --strip-components=1
  ls $src/download/${name}_*.dsc | sed "s/.*_\(.*\)\.dsc/\1/" > $src/$name/.version
done
rm -rf $src/download
for header in xtensor xtl xsimd doctest nlohmann rapidjson; do
  if [ -e usr/include/$header ]; then ln -s /usr/include/$header $src/include/$header; fi
done
# Tools under their plain names, whatever their version.
mkdir -p usr/lib/attention-explorer/bin
for tool in usr/bin/*-[0-9][0-9]; do
  plain=$(basename "$tool" | sed "s/-[0-9]*$//")
  case $plain in
    clang* | run-clang* | llvm-*) [ -e usr/bin/$plain ] || ln -s /$tool usr/lib/attention-explorer/bin/$plain ;;
  esac
done
rm -rf usr/share/man usr/share/locale usr/share/info'

# shellcheck disable=SC2016
customize_all='set -eu
cd "$1"
rm -f etc/resolv.conf etc/hosts etc/passwd- etc/group-
touch etc/resolv.conf etc/hosts
chroot . dpkg-query -W -f "\${Package} \${Version}\n" | sort > usr/share/attention-explorer-packages
echo "stage: writing the tree"'

unpack_tree() { # TREE TARGET: fills TARGET, which is renamed only when complete
  local tree=$1 target=$2 names mirror=() hooks=() options=()
  names=$(lock_names "$tree" | paste -sd,)
  [[ $tree == base ]] && hooks=(--customize-hook="$customize_base")
  if [[ -n ${ATTENTION_EXPLORER_MIRROR:-} ]]; then
    mirror=("$ATTENTION_EXPLORER_MIRROR")
  elif [[ -n ${ATTENTION_EXPLORER_SNAPSHOT:-} ]]; then
    mirror=("$(snapshot_mirror)")
  fi
  AE_SOURCES=$(lock_names source | paste -sd' ')
  export AE_SOURCES
  options=(--variant=apt --verbose --include="$names" --components=main
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Retries "5"' --dpkgopt=force-unsafe-io
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright'
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*'
    "${hooks[@]}" --customize-hook="$customize_all")
  if ((EUID == 0)); then
    mmdebstrap --mode=root --format=directory "${options[@]}" "$suite" "$target" "${mirror[@]}"
  else
    # In a user namespace the files belong to mapped ids: through a tar they become the user's own.
    set -o pipefail
    mmdebstrap --mode=unshare --format=tar "${options[@]}" "$suite" - "${mirror[@]}" |
      tar -x -C "$target" --no-same-owner --exclude='./dev/*'
  fi
}

tell_differences() { # TREE DIR
  local name tested found told=
  while read -r name tested; do
    found=$(awk -v n="$name" '$1 == n { print $2 }' "$2/usr/share/attention-explorer-packages")
    [[ -e $2/usr/src/attention-explorer/$name/.version && -z $found ]] &&
      found=$(cat "$2/usr/src/attention-explorer/$name/.version")
    [[ $tested == "$found" || $tested == - ]] && continue
    [[ -n $told ]] || say "  versions that differ from those the project was tested with (scripts/toolchain.lock):"
    told=1
    say "    $name: $found here, tested with $tested"
  done < <(
    lock_rows "$1"
    if [[ $1 == base ]]; then lock_rows source; fi
  )
}

remove_tree() { # a tree unpacked by an ordinary user may hold folders without the write bit
  chmod -R u+rwX "$1" 2>/dev/null || true
  rm -rf "$1"
}

ensure_tree() { # TREE: leaves its path in $tree_dir
  local tree=$1 stale unpacking
  tree_dir=$(tree_path "$tree")
  [[ -e $tree_dir/usr ]] && return 0
  install_host_packages
  check_user_namespaces
  mkdir -p "$cache"
  exec 9>"$tree_dir.lock"
  if ! flock -n 9; then
    say "  another run is unpacking the $tree userland; waiting for it"
    flock 9
  fi
  if [[ ! -e $tree_dir/usr ]]; then
    # Under the lock, leftovers of an earlier run are not in use.
    for stale in "$tree_dir".unpacking.*; do [[ -e $stale ]] && remove_tree "$stale"; done
    unpacking=$(mktemp -d "$tree_dir.unpacking.XXXXXX")
    chmod 755 "$unpacking"
    remove_unpacking() { remove_tree "$unpacking"; }
    step_cleanup=remove_unpacking
    if ! step_progress=progress_unpack step "unpacking the $tree userland" unpack_tree "$tree" "$unpacking"; then
      remove_unpacking
      die "the userland could not be unpacked (see above). A mirror of your own: ATTENTION_EXPLORER_MIRROR=<address>."
    fi
    # shellcheck disable=SC2034  # step reads it
    step_cleanup=
    mv "$unpacking" "$tree_dir"
    tell_differences "$tree" "$tree_dir"
  fi
  exec 9>&-
}

trees=(base browsers notebooks torch)

write_lock() { # the versions of all trees, and of the sources, put beside their names
  local rows name tested found
  rows=$(grep '^#' "$lock_file")
  for tree in base source "${trees[@]:1}"; do
    ensure_tree "${tree/source/base}"
    while read -r name tested; do
      if [[ $tree == source ]]; then
        found=$(cat "$tree_dir/usr/src/attention-explorer/$name/.version")
      else
        found=$(awk -v n="$name" '$1 == n { print $2 }' "$tree_dir/usr/share/attention-explorer-packages")
      fi
      rows+=$'\n'"$tree $name $found"
    done < <(lock_rows "$tree")
  done
  printf '%s\n' "$rows" >"$lock_file"
}

clean_trees() { # everything but the trees in use by this checkout; a tree being unpacked just now is left alone
  local path lock tree used=' '
  for tree in "${trees[@]}"; do used+="$(tree_path "$tree") "; done
  for path in "$cache"/userland-* "$cache"/emscripten-userland-*; do
    [[ -d $path && $used != *" $path "* ]] || continue
    [[ $path != "$cache/emscripten-$(basename "$(tree_path base)")" ]] || continue
    lock=${path%%.unpacking.*}.lock
    [[ $path == */emscripten-* ]] && lock=/dev/null
    if flock -n "$lock" true; then
      say "  removing $path"
      remove_tree "$path"
    fi
  done
}

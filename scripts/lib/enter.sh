# shellcheck shell=bash
# Enters the userland: a read-only tree, with the checkout and the caches mounted writable and the network on.
# Passes through what is needed of the host: certificates, proxies, npm's configuration.
: "${root:?}" "${cache:?set by userland.sh}"

# Variables that are passed into the userland; everything else stays outside, so that builds do not depend on the host.
passed_variables=(CI TERM COLORTERM NO_COLOR FORCE_COLOR GITHUB_ACTIONS GITHUB_STEP_SUMMARY CMAKE_BUILD_PARALLEL_LEVEL
  http_proxy https_proxy no_proxy ftp_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY CTEST_OUTPUT_ON_FAILURE)
ca_variables=(NODE_EXTRA_CA_CERTS SSL_CERT_FILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO npm_config_cafile)

first_existing() {
  local path
  for path in "$@"; do
    if [[ -n $path && -e $path ]]; then
      printf '%s\n' "$path"
      return 0
    fi
  done
  return 1
}

# Adds to bwrap_args: the npm settings of the host, under /run/host, so that installs use the same registry and proxy.
npm_args() {
  local user global cafile name
  user=$(first_existing "${NPM_CONFIG_USERCONFIG:-}" "${npm_config_userconfig:-}" "$HOME/.npmrc") || user=
  global=$(first_existing "${NPM_CONFIG_GLOBALCONFIG:-}" "${npm_config_globalconfig:-}" /etc/npmrc /usr/etc/npmrc /usr/local/etc/npmrc) || global=
  [[ -n $user ]] && bwrap_args+=(--ro-bind "$user" /run/host/npmrc --setenv NPM_CONFIG_USERCONFIG /run/host/npmrc)
  [[ -n $global ]] && bwrap_args+=(--ro-bind "$global" /run/host/npmrc-global --setenv NPM_CONFIG_GLOBALCONFIG /run/host/npmrc-global)
  for name in $(compgen -e | grep -iE '^npm_config_' | grep -ivE '_(userconfig|globalconfig|cache|prefix|cafile)$'); do
    bwrap_args+=(--setenv "$name" "${!name}")
  done
  if [[ -z ${npm_config_cafile:-} ]]; then
    cafile=$(cat ${global:+"$global"} ${user:+"$user"} /dev/null | sed -n 's/^ *cafile *= *"\{0,1\}\([^"]*\)"\{0,1\} *$/\1/p' | tail -n 1)
    if [[ -n $cafile && -e $cafile ]]; then
      bwrap_args+=(--ro-bind "$cafile" /run/host/npm-cafile --setenv npm_config_cafile /run/host/npm-cafile)
    fi
  fi
}

# One cache of objects serves every build folder and every checkout: ccache takes paths relative to the checkout.
build_bwrap_args() { # TREE_DIR
  local tree=$1 name path top
  bwrap_args=(--unshare-pid --die-with-parent --clearenv --ro-bind "$tree/usr" /usr --ro-bind "$tree/etc" /etc)
  for top in bin sbin lib lib32 lib64 libx32; do
    [[ -L $tree/$top ]] && bwrap_args+=(--symlink "$(readlink "$tree/$top")" "/$top")
  done
  bwrap_args+=(--ro-bind "$tree/var" /var --tmpfs /var/tmp --tmpfs /var/cache --tmpfs /run --tmpfs /tmp
    --proc /proc --dev /dev --ro-bind-try /sys /sys)
  path=$(readlink -f /etc/resolv.conf) && [[ -e $path ]] && bwrap_args+=(--ro-bind "$path" /etc/resolv.conf)
  [[ -e /etc/hosts ]] && bwrap_args+=(--ro-bind /etc/hosts /etc/hosts)
  path=/etc/ssl/certs/ca-certificates.crt
  [[ -e $path && -e $tree$path ]] && bwrap_args+=(--ro-bind "$path" "$path")
  if ((EUID != 0)); then
    bwrap_args+=(--ro-bind "$cache/home/.passwd" /etc/passwd --ro-bind "$cache/home/.group" /etc/group)
  fi
  for name in "${passed_variables[@]}"; do
    [[ -n ${!name+set} ]] && bwrap_args+=(--setenv "$name" "${!name}")
  done
  for name in "${ca_variables[@]}"; do
    [[ -n ${!name:-} && -e ${!name} ]] && bwrap_args+=(--ro-bind "${!name}" "/run/host/$name" --setenv "$name" "/run/host/$name")
  done
  npm_args
  bwrap_args+=(--setenv PATH /usr/lib/attention-explorer/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
    --setenv LANG C.UTF-8 --setenv HOME "$cache/home" --setenv USER "$(id -un)" --setenv ATTENTION_EXPLORER_USERLAND "$tree"
    --setenv EM_CACHE "$cache/emscripten-$(basename "$tree")" --setenv CCACHE_DIR "$cache/ccache"
    --setenv CCACHE_NOHASHDIR 1 --setenv CCACHE_BASEDIR "$root" --setenv CCACHE_MAXSIZE 2G --setenv npm_config_cache "$cache/npm" --setenv CHROMIUM /usr/bin/chromium-headless-shell
    --setenv npm_config_update_notifier false --setenv FIREFOX /usr/bin/firefox-esr)
  [[ -n ${offline:-} ]] && bwrap_args+=(--unshare-net)
  bwrap_args+=(--bind "$cache" "$cache" --bind "$root" "$root")
  # A worktree keeps its history elsewhere; git needs access to it.
  path=$(git -C "$root" rev-parse --path-format=absolute --git-common-dir 2>/dev/null) || path=
  [[ -n $path && $path != "$root"/* ]] && bwrap_args+=(--bind "$path" "$path")
  [[ $PWD != "$root" && $PWD != "$root"/* && $PWD != / ]] && bwrap_args+=(--bind "$PWD" "$PWD")
  bwrap_args+=(--chdir "$PWD")
}

enter_tree() { # TREE_DIR CMD...
  local tree=$1
  shift
  mkdir -p "$cache"/{home,ccache,npm} "$cache/emscripten-$(basename "$tree")"
  if ((EUID != 0)) && [[ ! -e $cache/home/.group ]]; then
    printf 'root:x:0:0:root:/root:/bin/sh\n%s:x:%s:%s::%s:/bin/bash\n' "$(id -un)" "$(id -u)" "$(id -g)" "$cache/home" >"$cache/home/.passwd"
    printf 'root:x:0:\n%s:x:%s:\n' "$(id -gn)" "$(id -g)" >"$cache/home/.group"
  fi
  build_bwrap_args "$tree"
  exec bwrap "${bwrap_args[@]}" -- "$@"
}

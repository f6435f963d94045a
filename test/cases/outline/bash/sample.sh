#!/usr/bin/env bash
# Deploys the thing.
set -euo pipefail

readonly ROOT="$(cd "$(dirname "$0")" && pwd)"
VERSION=1.0
export MODE=${MODE:-dev}
declare -A COLOURS=([red]=31 [green]=32)
local_only=(a b c)

# Says something.
# In colour.
say() {
  local colour=$1
  shift
  printf '\e[%sm%s\e[0m\n' "$colour" "$*"
}

function fail {
  say red "$@" >&2
  exit 1
}

function usage() {
  cat <<EOF
usage: $0 [-h]
hidden() {
}
EOF
}

# Runs in a subshell.
in_folder() (
  cd "$1" || exit
  shift
  "$@"
)

with_retry() {
  local n=0
  until "$@"; do
    n=$((n + 1))
    if ((n > 3)); then
      return 1
    fi
    inner() {
      sleep "$n"
    }
    inner
  done
}

if [[ "$OSTYPE" == darwin* ]]; then
  sed_in_place() {
    sed -i '' "$@"
  }
else
  sed_in_place() {
    sed -i "$@"
  }
fi

build() { make -j"$(nproc)"; }

deploy::start() {
  echo "start"
}

kebab-name() {
  echo "kebab"
}

parse() {
  while getopts "hv" option; do
    case $option in
      h) usage; exit 0 ;;
      v) VERBOSE=1 ;;
      *) fail "unknown" ;;
    esac
  done
}

main() {
  parse "$@"
  build
  for folder in "$ROOT"/*/; do
    in_folder "$folder" with_retry deploy::start
  done
}

main "$@"

# Short ones.
alias ll='ls -l' gs="git status"
alias -g G='| grep' ..='cd ..'

declare -a queue
export PATH
VERSION+=.1

if [ -n "$SSH" ]; then
  MODE=remote
  alias cp='cp -i'
fi

#!/bin/sh
# The command `overhead` in Terminal, usually called through a symbolic link. Electron looks for its helpers relative to
# its executable, so the executable is started by its real path. macOS before 12.3 has no `readlink -f`.
script=$0
while [ -L "$script" ]; do
  target=$(readlink "$script")
  case $target in
    /*) script=$target ;;
    *) script=$(dirname "$script")/$target ;;
  esac
done
contents=$(CDPATH='' cd -P "$(dirname "$script")/.." && pwd -P) || exit
exec "$contents/MacOS/Overhead" "$@"

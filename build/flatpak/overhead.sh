#!/bin/sh
# Chromium's temporary files must be visible to its helpers, which run in sandboxes of their own.
export TMPDIR="$XDG_RUNTIME_DIR/app/$FLATPAK_ID"
exec zypak-wrapper /app/lib/overhead/overhead "$@"

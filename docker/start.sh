#!/bin/sh
# What runs in the container. Without a configuration, it writes one that makes the page listen on the network of the
# container, because a published port does not arrive on its loopback. Which machines can reach that port is decided by
# how it is published (compose.yaml: only this one).
set -eu
umask 077
if [ ! -e "$SKEIN_CONFIG" ]; then
  printf '[web]\nbind = "0.0.0.0"\npublic_url = "%s"\n' "${SKEIN_PUBLIC_URL:-http://127.0.0.1:8420}" >"$SKEIN_CONFIG"
fi
exec skein "$@"

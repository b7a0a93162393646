#!/bin/sh
# Builds the plugin into the folder named, or here; on Debian: apt install clang lld
set -e
here=$(dirname "$0")
clang --target=wasm32 -O2 -Wall -Wextra -nostdlib -Wl,--no-entry -Wl,--export=_start -Wl,-z,stack-size=1048576 \
	-o "${1:-$here}/double-c.wasm" "$here/pass.c"

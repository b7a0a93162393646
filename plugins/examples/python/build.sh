#!/bin/sh
# Packs the plugin into one file, in the folder named, or here; on Debian:
# apt install python3-grpcio python3-protobuf
set -e
here=$(dirname "$0")
find "$here/src" -name __pycache__ -prune -exec rm -r {} +
python3 -m zipapp --python "/usr/bin/env python3" --output "${1:-$here}/double-python.pyz" "$here/src"

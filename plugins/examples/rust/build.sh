#!/bin/sh
# Builds the plugin into the folder named, or here. It takes cargo and Rust's library for WASI;
# on Debian: apt install cargo libstd-rust-dev-wasm32 wasi-libc lld; elsewhere: rustup target add wasm32-wasip1
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-$here}" && pwd)
cd "$here"
target=wasm32-wasip1
rustc --print target-list | grep -qx $target || target=wasm32-wasi # as Rust before 1.78 has it
if ! ls "$(rustc --print target-libdir --target $target)"/libstd-*.rlib >/dev/null 2>&1; then
	echo "the Rust in $(rustc --print sysroot), which $(command -v rustc) runs, has no library for $target; for one of rustup:" \
		"rustup target add $target; for Debian's /usr/bin/cargo: apt install libstd-rust-dev-wasm32 wasi-libc lld, and that one before others on PATH" >&2
	exit 1
fi
cargo build --quiet --release --offline --target $target --target-dir "${CARGO_TARGET_DIR:-target}"
cp "${CARGO_TARGET_DIR:-target}/$target/release/double-rust.wasm" "$out/"

package plugintemplate

const goReadme = "# NAME" + `

A plugin for lamina with one pass, in main.go. testdata holds what it must do.

    go test ./...                                       # LAMINA_UPDATE=1 writes what it does now
    go build -o NAME .                                  # a process
    GOOS=wasip1 GOARCH=wasm go build -o NAME.wasm .     # the same as a module
    lamina plugin bound NAME.wasm                       # whose table may not grow; Go leaves that open
    lamina plugin check ./NAME.wasm
    lamina opt --plugin ./NAME.wasm --pipeline NAME program.lir
`

const cReadme = "# NAME" + `

A plugin for lamina with one pass, in pass.c: a wasm module without any library.
It takes clang and lld.

    ./build.sh                                          # writes NAME.wasm
    lamina plugin check ./NAME.wasm                     # also on programs near those in testdata
    lamina opt --plugin ./NAME.wasm --pipeline NAME program.lir
`

const pythonReadme = "# NAME" + `

A plugin for lamina with one pass, in src/rules.py. src/lamina has the messages of the
protocol, and what serves passes. It takes Python 3.10 with gRPC and protocol buffers: on
Debian the packages python3-grpcio and python3-protobuf, elsewhere those that pip calls
grpcio and protobuf.

    python3 test.py                                     # the rules, without lamina
    ./build.sh                                          # writes NAME.pyz, all in one file
    lamina plugin check ./NAME.pyz                      # also on programs near those in testdata
    lamina opt --plugin ./NAME.pyz --pipeline NAME program.lir

The plugin runs by the python3 on PATH. Its sandbox lets it read itself, and that Python with
its libraries, also of a virtual environment.
`

const rustReadme = "# NAME" + `

A plugin for lamina with one pass, in src/main.rs: a wasm module without any crate. It takes
cargo and Rust's library for WASI: on Debian the packages cargo, libstd-rust-dev-wasm32,
wasi-libc and lld, elsewhere "rustup target add wasm32-wasip1".

    cargo test                                          # the rule, without lamina
    ./build.sh                                          # writes NAME.wasm
    lamina plugin check ./NAME.wasm                     # also on programs near those in testdata
    lamina opt --plugin ./NAME.wasm --pipeline NAME program.lir
`

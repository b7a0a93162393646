package plugintemplate

import "slices"

func sorted(files []string) []string {
	slices.Sort(files)
	return files
}

const goReadme = "# NAME" + `

A plugin for lamina with one pass, in main.go. testdata holds what it must do.

    go test ./...                                       # LAMINA_UPDATE=1 writes what it does now
    go build -o NAME .                                  # a process
    GOOS=wasip1 GOARCH=wasm go build -o NAME.wasm .     # the same as a module
    lamina plugin check ./NAME.wasm
    lamina opt --plugin ./NAME.wasm --pipeline NAME program.lir
`

const cReadme = "# NAME" + `

A plugin for lamina with one pass, in pass.c: a wasm module without any library.
It takes clang and lld.

    ./build.sh                                          # writes NAME.wasm
    lamina plugin check ./NAME.wasm
    lamina opt --plugin ./NAME.wasm --pipeline NAME program.lir
`

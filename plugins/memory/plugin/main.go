// Command plugin serves the memory passes: built natively, as a process; with GOOS=wasip1
// GOARCH=wasm, as a module.
package main

import (
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

func main() { sdk.Main(memory.Plugin) }

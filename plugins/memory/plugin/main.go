// Command plugin serves the memory passes: natively a process, with GOOS=wasip1
// GOARCH=wasm a module.
package main

import (
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

func main() { sdk.Main(memory.Plugin) }

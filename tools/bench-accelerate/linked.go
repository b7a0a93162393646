package main

import (
	_ "github.com/lamina-lang/lamina/accelerate/c"
	"github.com/lamina-lang/lamina/backends/backend"
)

// linked are the backends beyond wasm and c that tags add.
var linked []backend.Backend

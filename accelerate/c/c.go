// Package c links the backend of C into a program, so that its marked expressions can run as
// machine code that the C compiler of the machine makes, in a process of its own:
//
//	import _ "github.com/lamina-lang/lamina/accelerate/c"
//
// With LAMINA_BACKEND=c an expression is compiled when it first runs. Without a C compiler
// expressions run on the embedded backend, and the program says so.
package c

import (
	"github.com/lamina-lang/lamina/accelerate/internal/backends"
	"github.com/lamina-lang/lamina/backends/c"
)

func init() { backends.Register(c.New()) }

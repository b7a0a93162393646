// Package accelerate marks expressions of Go programs that Lamina may run in parallel.
//
//	func price(a float32, xs, ys []float32) float32 {
//		return accelerate.Run(func() float32 {
//			zs := accelerate.Map2(func(x, y float32) float32 { return a*x + y }, xs, ys)
//			return accelerate.Reduce(func(p, q float32) float32 { return p + q }, 0, zs)
//		})
//	}
//
// Go alone compiles and runs such a program: every function here has a sequential meaning
// in plain Go. `lamina go build`, `run` and `test` take the marked expressions out of the
// program, compile them, and build the program so that it runs them on a backend. Both ways
// give the same results: integers and errors always, floats to the bit as long as no
// function of package math is called, whose last digits may differ. Reduce and Scan combine
// in a fixed tree that depends on the number of elements alone, here and there.
//
// Inside a marked expression slices are values: nobody writes to a slice that the expression
// did not make, and whether a slice is nil, and its capacity, are not part of its value.
// Slices of slices are regular: all rows have one length.
//
// With LAMINA_CHECK=laws in the environment, Reduce, Scan and Hist of a program that Go
// built try out on some of their operands whether the operator is associative and the
// neutral element neutral, and panic where it is not.
package accelerate

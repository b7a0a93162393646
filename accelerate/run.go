package accelerate

// Run returns f(). It marks the body of f, a function literal, as an expression that Lamina
// may take out, with all that it depends on, and run on a backend. Variables of the
// enclosing function become arguments; f must not assign to them. It panics with an *Error,
// or with a runtime.Error of Go's, if the expression fails.
//
// Somewhere in f, or in what it calls, there must be something parallel: a call of another
// function of this package.
func Run[T any](f func() T) T { return f() }

// Try is Run for a caller who wants the failure of the expression as an error: an *Error. In
// plain Go it catches run-time errors alone; other panics go on.
func Try[T any](f func() T) (result T, err error) {
	defer catch(&err)
	return f(), nil
}

// Loop calls f for every integer from 0 up to, not including, n. The calls are independent:
// each may come before, after, or at the same time as another, so none may write an
// element that another reads or writes. `lamina go` accepts only loops of which that is
// known. On its own, outside of Run, a Loop is a marked expression too; slices and tensors
// that it writes keep what it wrote.
//
// In plain Go the calls come one after the other. In a program that is built with -race each
// has a goroutine of its own, so that Go's race detector finds calls that are not independent.
func Loop(n int, f func(i int)) {
	independently(n, f)
}

package accelerate

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// Error is the value that a marked expression panics with, and that Try returns: an index out of range, a
// division by zero, slices whose lengths should be equal and are not. It is a
// runtime.Error, as are those of Go itself.
type Error struct {
	Message string
	// Trace holds positions, file:line, innermost first. It is empty if they are unknown.
	Trace []string
	cause error
}

var _ runtime.Error = (*Error)(nil)

// Error returns the message, followed by the positions.
func (e *Error) Error() string {
	if len(e.Trace) == 0 {
		return e.Message
	}
	return e.Message + "\n\t" + strings.Join(e.Trace, "\n\t")
}

// Unwrap returns the error of Go's run-time system that this one was made from, or nil.
func (e *Error) Unwrap() error { return e.cause }

// RuntimeError marks an Error as a runtime.Error.
func (e *Error) RuntimeError() {}

// ownPackage begins the names of this package's functions.
const ownPackage = "github.com/lamina-lang/lamina/accelerate."

// failf panics with an Error at the position of the caller outside of this package.
func failf(format string, args ...any) {
	panic(&Error{Message: fmt.Sprintf(format, args...), Trace: caller()})
}

// caller returns the position of the innermost function on the stack that does not belong
// to this package. Instances of generic functions are listed where they were defined.
func caller() []string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, ownPackage) || strings.HasSuffix(f.File, "_test.go") {
			return []string{fmt.Sprintf("%s:%d", f.File, f.Line)}
		}
		if !more {
			return nil
		}
	}
}

// catch turns a panic into an Error for the caller that deferred it. Panics that are no
// run-time errors go on.
func catch(err *error) {
	r := recover()
	if r == nil {
		return
	}
	cause, ok := r.(runtime.Error)
	if !ok {
		panic(r)
	}
	var own *Error
	if !errors.As(cause, &own) {
		own = &Error{Message: cause.Error(), cause: cause}
	}
	*err = own
}

// Package fault holds the errors that a run of a program ends with. Interpreters and
// backends all return these, so that a failure reads the same wherever the program ran.
//
// A Failure is the program's fault: an assertion that does not hold, sizes that disagree,
// memory that is exhausted. An Invalid is the compiler's: the program broke a rule of the
// IR that must hold for every input.
package fault

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Failure is a run-time error of a program.
type Failure struct {
	Message string
	// Trace is the failing position, then the call sites around it, innermost first. It
	// is empty for errors in the arguments of an entry point.
	Trace []source.Pos
	// Excerpt is the line at the failing position, with a caret, as source.Excerpt shows it;
	// "" where the text of the program is not known.
	Excerpt string
}

// Error returns the message, the line of the program if it is known, and the backtrace.
func (f *Failure) Error() string {
	if len(f.Trace) == 0 {
		return f.Message
	}
	var b strings.Builder
	b.WriteString(f.Message)
	if f.Excerpt != "" {
		b.WriteString("\n\n" + f.Excerpt)
	}
	b.WriteString("\n\nBacktrace:")
	for i, pos := range f.Trace {
		mark := "  "
		if i == 0 {
			mark = "->"
		}
		fmt.Fprintf(&b, "\n%s #%d  %s", mark, i, pos)
	}
	return b.String()
}

// Failf makes a Failure without a trace.
func Failf(format string, args ...any) *Failure {
	return &Failure{Message: fmt.Sprintf(format, args...)}
}

// Text returns a scalar as messages show it: without its type.
func Text(v scalar.Value) string {
	s := v.String()
	if v.Type.IsNumeric() {
		s = strings.TrimSuffix(s, v.Type.String())
	}
	return s
}

// Invalid reports a program that breaks a rule of its IR.
type Invalid struct {
	Message string
	Stm     string     // the offending statement, as text
	Pos     source.Pos // of the statement
}

// Error returns the rule, the statement and the position.
func (e *Invalid) Error() string {
	var b strings.Builder
	if e.Pos.IsValid() {
		fmt.Fprintf(&b, "%s: ", e.Pos)
	}
	b.WriteString("invalid program: " + e.Message)
	if e.Stm != "" {
		b.WriteString("\n  in " + e.Stm)
	}
	return b.String()
}

package passtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/value"
)

// limits keep a wrong program from running for ever.
var limits = interp.Options{MaxSteps: 20_000_000, MaxBytes: 1 << 30}

// compareMeaning runs the program before and after the pipeline on each input:
// a file ENTRY.in or ENTRY-anything.in, values as text. Both must give the same
// bits, or the same failure; where a file of the same name ends in .out (values)
// or .error (the failure's message), that is what they must give.
func compareMeaning(t *testing.T, c *Case, before *ir.Program, after *pass.Unit) {
	for _, file := range slices.Sorted(maps.Keys(c.Files)) {
		name, ok := strings.CutSuffix(file, ".in")
		if !ok {
			continue
		}
		entry, _, _ := strings.Cut(name, "-")
		args, err := value.Parse(c.Files[file])
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		want := run(before, entry, args)
		expect(t, name, c, want)
		if why := Differs(before, after, entry, args); why != "" {
			t.Errorf("%s: %s", file, why)
		}
	}
}

// Differs says how the results of an entry point differ before and after a
// pass, or gives "".
func Differs(before *ir.Program, after *pass.Unit, entry string, args []value.Value) string {
	want := run(before, entry, args)
	if want.broken() {
		return fmt.Sprintf("the program before is broken: %v", want.err)
	}
	if after.Imp != nil {
		if got := runImp(after.Imp, entry, args); !got.equal(want) {
			return fmt.Sprintf("the value semantics was\n%v\nand imp's heap semantics is\n%v", want, got)
		}
		return ""
	}
	if got := run(after.IR, entry, args); !got.equal(want) {
		return fmt.Sprintf("the value semantics was\n%v\nand is now\n%v", want, got)
	}
	if after.IR.Level != ir.Mem {
		return ""
	}
	if got := runHeap(after.IR, entry, args); !got.equal(want) {
		return fmt.Sprintf("the value semantics was\n%v\nand the heap semantics is\n%v", want, got)
	}
	return ""
}

// outcome is what a run gives: values, or an error.
type outcome struct {
	values []value.Value
	err    error
}

func run(p *ir.Program, entry string, args []value.Value) outcome {
	values, err := interp.Value(context.Background(), p, entry, args, limits)
	return outcome{values, err}
}

func runHeap(p *ir.Program, entry string, args []value.Value) outcome {
	values, _, err := interp.Heap(context.Background(), p, entry, args, limits)
	return outcome{values, err}
}

func runImp(p *imp.Program, entry string, args []value.Value) outcome {
	values, _, err := interp.Imp(context.Background(), p, entry, args, limits)
	return outcome{values, err}
}

// broken reports whether the run ended with anything but results or a failure
// of the program itself.
func (o outcome) broken() bool {
	var failure *fault.Failure
	return o.err != nil && !errors.As(o.err, &failure)
}

func (o outcome) equal(p outcome) bool {
	if o.broken() || p.broken() {
		return false
	}
	if o.err != nil || p.err != nil {
		return o.err != nil && p.err != nil && o.err.Error() == p.err.Error()
	}
	return slices.EqualFunc(o.values, p.values, value.Equal)
}

func (o outcome) String() string {
	if o.err != nil {
		return "error: " + o.err.Error()
	}
	return fmt.Sprint(o.values)
}

// expect compares an outcome with the case's expectation.
func expect(t *testing.T, name string, c *Case, got outcome) {
	if text, ok := c.Files[name+".error"]; ok {
		if got.err == nil || !strings.Contains(got.err.Error(), strings.TrimSpace(text)) {
			t.Errorf("%s.in gives\n%v\nwant the error\n%s", name, got, text)
		}
		return
	}
	text, ok := c.Files[name+".out"]
	if !ok {
		return
	}
	values, err := value.Parse(text)
	if err != nil {
		t.Errorf("%s.out: %v", name, err)
		return
	}
	if want := (outcome{values: values}); !got.equal(want) {
		t.Errorf("%s.in gives\n%v\nwant\n%v", name, got, want)
	}
}

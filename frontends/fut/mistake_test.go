package fut

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/fut/internal/flow"
	"github.com/lamina-lang/lamina/frontends/fut/internal/infer"
	"github.com/lamina-lang/lamina/frontends/fut/internal/specialise"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// A program is safe also where the type checker errs: sizes that it takes for equal and
// that are not end the program with a message. Here it is made to err: each `:>` is a `:`
// once the program is checked.
func TestMistakesOfTheCheckerAreCaught(t *testing.T) {
	const right, wrong = "[1i64, 2, 3] [4i64, 5, 6]", "[1i64, 2, 3] [4i64, 5, 6, 7]"
	for name, c := range map[string]struct{ body, want string }{
		"map":       {"map2 (+) xs (ys :> [n]i64)", "[5i64, 7, 9]"},
		"zip":       {"map (.1) (zip xs (ys :> [n]i64))", "[4i64, 5, 6]"},
		"loop":      {"loop a = xs for _i < 2 do (ys :> [n]i64)", "[4i64, 5, 6]"},
		"literal":   {"flatten [xs, (ys :> [n]i64)]", "[1i64, 2, 3, 4, 5, 6]"},
		"rows":      {"flatten ([xs] ++ [(ys :> [n]i64)])", "[1i64, 2, 3, 4, 5, 6]"},
		"function":  {"both n xs (ys :> [n]i64)", "[5i64, 7, 9]"},
		"reduce":    {"reduce (map2 (+)) (ys :> [n]i64) [xs]", "[5i64, 7, 9]"},
		"operator":  {"reduce (\\_ _ -> (ys :> [n]i64)) (replicate n 0) [xs, xs]", "[4i64, 5, 6]"},
		"scan":      {"flatten (scan (map2 (+)) (ys :> [n]i64) [xs])", "[5i64, 7, 9]"},
		"scatter":   {"scatter (replicate 9 0) xs (ys :> [n]i64)", "[0i64, 4, 5, 6, 0, 0, 0, 0, 0]"},
		"histogram": {"reduce_by_index (replicate 5 0) (+) 0 xs (ys :> [n]i64)", "[0i64, 4, 5, 6, 0]"},
		"update":    {"flatten ([copy xs, copy xs] with [0] = (ys :> [n]i64))", "[4i64, 5, 6, 1, 2, 3]"},
		"branch":    {"if n > 0 then (ys :> [n]i64) else xs", "[4i64, 5, 6]"},
		"result":    {"let f (i: i64): [n]i64 = map (+ i) (ys :> [n]i64) in flatten (map f [0, 1])", "[4i64, 5, 6, 5, 6, 7]"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "def both (n: i64) (xs: [n]i64) (ys: [n]i64): [n]i64 = map2 (+) xs ys\n" +
				"entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = " + c.body + "\n"
			got, err := runMistaken(t, text, right)
			if want := parsed(t, c.want)[0]; err != nil || !value.Equal(got[0], want) {
				t.Errorf("of equal sizes, got %v (%v), want %v", got, err, want)
			}
			got, err = runMistaken(t, text, wrong)
			var f *fault.Failure
			if !errors.As(err, &f) || !strings.Contains(f.Error(), "a mistake of the type checker") || !strings.Contains(f.Error(), "p.fut:2:") {
				t.Errorf("of other sizes, got %v (%v), want a failure", got, err)
			}
		})
	}
}

func parsed(t *testing.T, text string) []value.Value {
	t.Helper()
	vs, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return vs
}

// runMistaken runs a program whose coercions are ascriptions that the checker did not see.
func runMistaken(t *testing.T, text, in string) ([]value.Value, error) {
	t.Helper()
	tree, err := syntax.Parse(&source.File{Name: "p.fut", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := resolve(tree, nil)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := infer.Check(resolved, flow.New)
	if err != nil {
		t.Fatal(err)
	}
	m := mistakes{info: checked, seen: map[any]bool{}}
	m.make(reflect.ValueOf(tree))
	if m.made == 0 {
		t.Fatal("there is no coercion")
	}
	p, _, err := specialise.Lower(t.Context(), checked, specialise.Options{Prelude: preludeFiles()})
	if err != nil {
		t.Fatal(err)
	}
	return interp.Value(t.Context(), p, "main", parsed(t, in), interp.Options{})
}

// mistakes turns coercions into ascriptions.
type mistakes struct {
	info *types.Program
	seen map[any]bool
	made int
}

// make does so everywhere below v, a part of a syntax tree.
func (m *mistakes) make(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if c, ok := v.Interface().(*syntax.Coerce); ok && v.CanSet() {
			a := &syntax.Ascript{At: c.At, Exp: c.Exp, Type: c.Type}
			m.info.Types[a] = m.info.Types[c]
			v.Set(reflect.ValueOf(a))
			m.made++
		}
		m.make(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() && !m.seen[v.Interface()] {
			m.seen[v.Interface()] = true
			m.make(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				m.make(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			m.make(v.Index(i))
		}
	}
}

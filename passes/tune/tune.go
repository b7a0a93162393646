// Package tune sets thresholds: the number of parallel iterations from which one version of
// a computation is chosen over another. Thresholds do not affect a program's meaning; good
// values are found by measuring on the machine.
package tune

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is tune.
var Pass = &pass.Pass{
	Name:    "tune",
	Summary: "set the thresholds between versions of a computation",
	From:    pass.At(pass.Soac, pass.Kernel, pass.Mem),
	Options: []pass.Option{
		{Name: "set", Default: "", Doc: "thresholds and their values, as in main_outer_1:1024;main_outer_2:1"},
		{Name: "absent", Default: "refused", Choices: []string{"refused", "ignored"}, Doc: "what happens to thresholds that the program does not have"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "extract-kernels", Reason: "it makes the versions"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(_ context.Context, u *pass.Unit, opts pass.Options) error {
	set, err := parse(opts.Text("set"))
	if err != nil {
		return err
	}
	known := map[string]bool{}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		e, ok := s.Exp.(*ir.Enough)
		if !ok {
			return
		}
		known[e.Threshold] = true
		if v, ok := set[e.Threshold]; ok && u.Rewrite() {
			e.Least = ir.Size(v)
		}
	}}
	w.Program(u.IR)
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if !known[name] && opts.Text("absent") == "refused" {
			return &pass.OptionError{Err: unknown(name, slices.Sorted(maps.Keys(known)))}
		}
	}
	return nil
}

func unknown(name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("there is no threshold %s; the program has none: it has one version of each computation", name)
	}
	return fmt.Errorf("there is no threshold %s; the program has %s", name, strings.Join(known, ", "))
}

// Set returns the value of option set for pairs of the form name=value, as users write
// them.
func Set(pairs []string) (string, error) {
	var items []string
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		_, err := threshold(value)
		if !ok || err != nil || name == "" || strings.ContainsAny(name, ":;,{}") {
			return "", fmt.Errorf("%q sets no threshold; write it as name=number, as in main_outer_1=1024; the number is 0 or more", pair)
		}
		items = append(items, name+":"+value)
	}
	return strings.Join(items, ";"), nil
}

// threshold parses a number of parallel iterations.
func threshold(text string) (int64, error) {
	v, err := strconv.ParseInt(text, 10, 64)
	if err == nil && v < 0 {
		err = strconv.ErrRange
	}
	return v, err
}

// parse parses the value of option set.
func parse(text string) (map[string]int64, error) {
	out := map[string]int64{}
	if text == "" {
		return out, nil
	}
	for item := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(item, ":")
		v, err := threshold(value)
		if err != nil {
			return nil, &pass.OptionError{Err: fmt.Errorf("option set has %q; write name:number, with ; between several; the number is 0 or more", item)}
		}
		out[name] = v
	}
	return out, nil
}

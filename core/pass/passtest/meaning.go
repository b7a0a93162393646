package passtest

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/value"
)

// compareMeaning runs the program before and after the pipeline on each input: a file
// ENTRY.in or ENTRY-anything.in, with values as text. Both must give the same bits, or
// the same failure. If there is a file of the same name that ends in .out (values) or
// .error (the failure's message), they must give that.
func compareMeaning(t *testing.T, c *Case, before *pass.Unit, after *pass.Unit) {
	ctx := context.Background()
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
		want := meaning.OfUnit(ctx, before, entry, args)
		expect(t, name, c, want)
		if why := want.DiffersAfter(ctx, after, entry, args); why != "" {
			t.Errorf("%s: %s", file, why)
		}
	}
}

// expect compares an outcome with the case's expectation.
func expect(t *testing.T, name string, c *Case, got meaning.Outcome) {
	if text, ok := c.Files[name+".error"]; ok {
		if got.Err == nil || !strings.Contains(got.Err.Error(), strings.TrimSpace(text)) {
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
	if want := (meaning.Outcome{Values: values}); !got.Equal(want) {
		t.Errorf("%s.in gives\n%v\nwant\n%v", name, got, want)
	}
}

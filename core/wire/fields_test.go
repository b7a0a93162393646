package wire_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/ir/irtest"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

// TestPartsTravelInTheFieldsOfThePage compares the messages of random programs with what
// docs/ops.md tells authors of plugins (ops.Def.Fields).
func TestPartsTravelInTheFieldsOfThePage(t *testing.T) {
	known := map[string][]ops.Field{}
	for _, d := range ops.Default().Defs() {
		known[d.Name] = d.Fields()
	}
	seen := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		b, err := wire.Marshal(irtest.Program(t))
		if err != nil {
			t.Fatal(err)
		}
		m := new(irpb.Program)
		if err := m.Unmarshal(b); err != nil {
			t.Fatal(err)
		}
		operations(reflect.ValueOf(m), func(o *irpb.Operation) {
			seen[o.Name] = true
			fields := known[o.Name]
			for _, p := range o.Parts {
				got := ops.Field{Name: fieldOf(p), Label: p.Label}
				for len(fields) > 0 && fields[0] != got { // parts that are empty are left out
					fields = fields[1:]
				}
				if len(fields) == 0 {
					t.Fatalf("%s: a part travels in %v; the page has %v", o.Name, got, known[o.Name])
				}
				fields = fields[1:]
			}
		})
	})
	least := 20
	if testing.Short() {
		least = 8 // of a few random programs
	}
	if len(seen) < least {
		t.Errorf("only %d operations occurred: %v", len(seen), seen)
	}
}

var upper = regexp.MustCompile(`([a-z])([A-Z])`)

// fieldOf returns the name of the field of a part that is set.
func fieldOf(p *irpb.Part) string {
	name := strings.TrimPrefix(reflect.TypeOf(p.Value).Elem().Name(), "Part_")
	return strings.ToLower(upper.ReplaceAllString(name, "${1}_$2"))
}

// operations calls f for the operations inside a message.
func operations(v reflect.Value, f func(*irpb.Operation)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if o, ok := v.Interface().(*irpb.Operation); ok {
			f(o)
		}
		operations(v.Elem(), f)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				operations(v.Field(i), f)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			operations(v.Index(i), f)
		}
	}
}

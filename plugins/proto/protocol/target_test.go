package protocol

import (
	"reflect"
	"testing"

	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// A pass in a plugin must get the same target as one in the compiler's process: a target
// with any single field set crosses unchanged.
func TestTargetsCrossWhole(t *testing.T) {
	fields := reflect.TypeFor[target.Target]()
	for i := range fields.NumField() {
		var want target.Target
		switch f := reflect.ValueOf(&want).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString("some")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int64:
			f.SetInt(1<<40 + int64(i))
		default:
			t.Fatalf("field %s: the test does not know how to set a %s", fields.Field(i).Name, f.Kind())
		}
		var m passpb.Target
		if err := m.Unmarshal(EncodeTarget(want).Marshal()); err != nil {
			t.Fatal(err)
		}
		if got := DecodeTarget(&m); got != want {
			t.Errorf("field %s is lost: %+v arrives as %+v", fields.Field(i).Name, want, got)
		}
	}
}

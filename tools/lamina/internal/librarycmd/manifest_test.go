package librarycmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Types, names in C, what entry points return and what is unique are as Futhark 0.25.32 says in its
// manifest for the same program. Before, parts of types had no names, a tuple with a name was several
// results, and a part of a tuple was unique only if the whole was.
func TestManifestIsFutharks(t *testing.T) {
	type manifest struct {
		EntryPoints map[string]map[string]any `json:"entry_points"`
		Types       map[string]any
	}
	read := func(file string) (m manifest) {
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	want := read("testdata/named.json")
	got := read(filepath.Join(writeTo(t, "testdata/named.fut", Flags{Target: "c", Prefix: "futhark"}), "named.json"))
	for name, e := range want.EntryPoints {
		if !reflect.DeepEqual(got.EntryPoints[name], e) {
			t.Errorf("entry point %s is\n%v, not\n%v", name, got.EntryPoints[name], e)
		}
	}
	for name, described := range want.Types {
		if !reflect.DeepEqual(got.Types[name], described) {
			t.Errorf("type %s is\n%v, not\n%v", name, got.Types[name], described)
		}
	}
	if len(got.EntryPoints) != len(want.EntryPoints) || len(got.Types) != len(want.Types) {
		t.Errorf("there are %d entry points and %d types, not %d and %d", len(got.EntryPoints), len(got.Types), len(want.EntryPoints), len(want.Types))
	}
}

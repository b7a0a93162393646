package capi

import (
	"crypto/md5"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The names in C are those that Futhark 0.25 gives, as its compiler printed them: before, a prime
// was an underscore, so that a caller's futhark_entry_fzq was missing.
func TestNamesWithPrimes(t *testing.T) {
	for s, want := range map[string]string{"fuzz": "fuzz", "zf'": "zzfzq", "Zed''": "ZZedzqzq", "a_b'": "a_bzq", "_q1'": "_q1zq"} {
		if got := name.Encoded(s); got != want {
			t.Errorf("%s is %s, not %s", s, got, want)
		}
	}
}

// An array or tuple of types without names is called by the hash of all of it, as in Futhark 0.25's
// headers: before, only its parts were hashed.
func TestNamesOfUnnamedTypes(t *testing.T) {
	record := &entry.Type{Written: true, Kind: entry.Record, Name: "{u: i32, v: bool}", Fields: []entry.Field{{Name: "u", Type: entry.PlainType(scalar.I32, 0)}, {Name: "v", Type: entry.PlainType(scalar.Bool, 0)}}}
	array := &entry.Type{Written: true, Kind: entry.Array, Name: "[]{u: i32, v: bool}", Rank: 1, Elem: record}
	if got, want := opaqueWord(array), fmt.Sprintf("%x", md5.Sum([]byte("[]{u:i32, v:bool}"))); got != want {
		t.Errorf("the array is %s, not %s", got, want)
	}
	if got := opaqueWord(entry.TupleType(entry.PlainType(scalar.I32, 0), entry.PlainType(scalar.Bool, 0))); got != "tup2_i32_bool" {
		t.Errorf("the tuple is %s", got)
	}
}

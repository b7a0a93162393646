package source

import (
	"strings"
	"testing"
)

// Functions are defined in modules of every kind, and called through them.
func TestAllKindsOfModulesAreMade(t *testing.T) {
	signs := map[string]int{"module mod": 0, ": {val fn": 0, ": given) =": 0, "open mod": 0, ".number par": 0, "module type spec": 0, "(unpacked (packed": 0, "(act_on acting": 0, "mod": 0}
	for seed := range uint64(200) {
		text := Seeded(seed).Text
		for sign := range signs {
			if strings.Contains(text, sign) {
				signs[sign]++
			}
		}
	}
	for sign, programs := range signs {
		if programs < 4 {
			t.Errorf("%q is in %d of 200 programs", sign, programs)
		}
	}
}

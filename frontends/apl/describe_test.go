package apl_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/frontends/apl"
)

// TestDescribe has the most general types of functions, as the definitions of the primitives
// give them.
func TestDescribe(t *testing.T) {
	for program, want := range map[string]string{
		"f ← {(+/⍵)÷≢⍵}":      "f : [κ]0 → [double]0\nf : [κ]1+ρ → [double]ρ",
		"f ← {⌽⍵}":            "f : [κ]ρ → [κ]ρ",
		"f ← {⍴⍵}":            "f : [κ]ρ → [int]1",
		"f ← {⍵[1;]}":         "f : [κ]2 → [κ]1",
		"f ← {⍵=3}":           "f : [κ]ρ → [bool]ρ",
		"f ← {⍺,[1]⍵[;1]}":    "",
		"f ← {1=≢⍴⍵ : 7 ⋄ ⍵}": "f : [κ]0 → [κ]0\nf : [κ]1 → [int]0\nf : [κ]2+ρ → [κ]2+ρ",
		// The annotations of the paper.
		"diff ← { ⍝: <κ>(ρ+1) → <κ>ρ\n 1↓⍵-¯1⌽⍵ }\nsignal ← { ⍝: <double>ρ → <double>ρ\n ¯50⌈50⌊50×(diff 0,⍵)÷0.01+⍵ }": "diff : <κ>(ρ+1) → <κ>ρ\nsignal : <double>ρ → <double>ρ",
	} {
		lines, err := apl.Describe(context.Background(), "t.apl", []byte(program))
		if err != nil {
			t.Errorf("%s: %v", program, err)
			continue
		}
		got := strings.Join(lines, "\n")
		if want == "" && len(lines) > 0 || strings.HasSuffix(got, want) {
			continue
		}
		t.Errorf("%s: got\n%s\nwant\n%s", program, got, want)
	}
}

package source

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/frontends/fut"
)

var formatted = flag.Uint64("formatted", 2_000, "how many generated programs to format, in two layouts each")

// Formatting keeps the trees of generated programs, however they are laid out, and formatting again changes
// nothing. The trees are compared as printed without layout.
func TestFormatKeepsPrograms(t *testing.T) {
	count := *formatted
	if testing.Short() {
		count = 100
	}
	for seed := range count {
		p := Seeded(seed)
		tree := printed(t, seed, p.Text)
		for _, text := range []string{p.Text, shaken(p.Text, rand.New(rand.NewPCG(seed, 1)))} {
			once, err := fut.Format("p.fut", []byte(text))
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			if got := printed(t, seed, string(once)); got != tree {
				t.Fatalf("seed %d: formatting\n%s\ngives\n%s", seed, text, once)
			}
			twice, err := fut.Format("p.fut", once)
			if err != nil || string(twice) != string(once) {
				t.Fatalf("seed %d: formatting again gives another text (%v)\n%s\nand then\n%s", seed, err, once, twice)
			}
			if a, b := strings.Count(text, "-- "), strings.Count(string(once), "-- "); a != b {
				t.Fatalf("seed %d: %d comments become %d\n%s", seed, a, b, once)
			}
		}
	}
}

// printed is a program's tree.
func printed(t *testing.T, seed uint64, text string) string {
	t.Helper()
	tree, err := fut.ParseTree("p.fut", text)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	tree.Comments = nil
	return tree.Text()
}

// shaken puts line breaks and comments where a program has spaces.
func shaken(text string, r *rand.Rand) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.ContainsAny(line, `"'`) || strings.Contains(line, "--") {
			b.WriteString(line)
			continue
		}
		for _, c := range line {
			if n := r.IntN(40); c == ' ' && n < 4 {
				b.WriteString([]string{"\n", "\n\n\n  ", " -- why\n", "\n -- why\n\t"}[n])
				continue
			}
			b.WriteRune(c)
		}
	}
	return b.String()
}

// TestRepeatedMistake: marks of a mistake in text that is repeated once stayed in the program (seed 6699).
func TestRepeatedMistake(t *testing.T) {
	text, m := located("let a =\n  "+open+"x\n+ 1"+close+"\nlet b = "+open+"x\n+ 1"+close+"\n", &mistake{}, false)
	if want := "let a =\n  x\n+ 1\nlet b = x\n+ 1\n"; text != want || m.First != 2 || m.Last != 3 {
		t.Errorf("%q, in lines %d to %d", text, m.First, m.Last)
	}
}

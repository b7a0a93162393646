package source

import (
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// A seed gives the same program and arguments every time.
func TestSeedsAreRepeatable(t *testing.T) {
	texts := map[string]bool{}
	for seed := range uint64(50) {
		p, q := Seeded(seed), Seeded(seed)
		if p.Text != q.Text {
			t.Fatalf("seed %d gives\n%s\nand\n%s", seed, p.Text, q.Text)
		}
		texts[p.Text] = true
	}
	if len(texts) != 50 {
		t.Errorf("50 seeds give %d programs", len(texts))
	}
}

// The front end accepts all programs without a mistake, and its IR is valid.
func TestValidProgramsCompile(t *testing.T) {
	for seed := range uint64(150) {
		if p := Seeded(seed); p.Mistake == nil {
			if _, err := fut.Compile(t.Context(), "generated.fut", []byte(p.Text)); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p.Text)
			}
		}
	}
}

// A loop over the rows of an array does not begin with that array, consumed.
func TestLoopsConsumeNotWhatTheyAreOver(t *testing.T) {
	p := Seeded(452681)
	if _, err := fut.Compile(t.Context(), "generated.fut", []byte(p.Text)); err != nil {
		t.Fatalf("%v\n%s", err, p.Text)
	}
}

// Each kind of mistake is refused at its position, whatever the context.
func TestEveryMistakeIsRefused(t *testing.T) {
	for k := range mistakes {
		for seed := range uint64(4) {
			g := &generator{choices: draw.Seeded(seed), mistake: &mistakes[k]}
			p := g.complete()
			_, err := fut.Compile(t.Context(), "generated.fut", []byte(p.Text))
			var at *source.Error
			switch {
			case err == nil:
				t.Errorf("%s, seed %d: accepted, though %s:\n%s", p.Mistake.Kind, seed, p.Mistake.Reason, p.Text)
			case !errors.As(err, &at) || at.Pos.Line < p.Mistake.First || at.Pos.Line > p.Mistake.Last:
				t.Errorf("%s, seed %d: the error is not in lines %d to %d: %v", p.Mistake.Kind, seed, p.Mistake.First, p.Mistake.Last, err)
			}
			if at != nil && at.Stack != "" {
				t.Errorf("%s, seed %d: %v", p.Mistake.Kind, seed, err)
			}
		}
	}
}

// All kinds of statements are generated.
func TestAllStatementsAreMade(t *testing.T) {
	made := map[string]int{}
	old := statements
	defer func() { statements = old }()
	statements = nil
	for _, s := range old {
		statements = append(statements, statement{s.name, func(g *generator, sc *scope, b *block) bool {
			ok := s.make(g, sc, b)
			if ok {
				made[s.name]++
			}
			return ok
		}})
	}
	for seed := range uint64(300) {
		Seeded(seed)
	}
	for _, s := range old {
		if made[s.name] < 5 {
			t.Errorf("%q was made %d times in 300 programs", s.name, made[s.name])
		}
	}
}

// Generating a program never fails. The first of these seeds once searched for the types of
// parameters among variables that a body had consumed.
func TestManySeeds(t *testing.T) {
	for seed := uint64(100_012); seed < 102_000; seed++ {
		Seeded(seed)
	}
}

package simplify_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/simplify"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "simplify") }

// Every rule of the table is used by a golden case.
func TestGoldenCasesUseEveryRule(t *testing.T) {
	used := map[string]bool{}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		c, err := passtest.Load(file, "simplify{count}")
		if err != nil {
			t.Fatal(err)
		}
		p, err := ir.Parse(file, c.Files["input.lir"])
		if err != nil {
			t.Fatal(err)
		}
		u := &pass.Unit{IR: p, Target: target.Embedded()}
		pl, err := pass.Default.Parse(c.Pipeline, u.Level())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := new(pass.Manager).Run(context.Background(), pl, u); err != nil {
			t.Fatal(err)
		}
		for _, r := range u.Remarks {
			_, rule, _ := strings.Cut(r.Text, " × ")
			used[rule] = true
		}
	}
	for _, rule := range simplify.RuleNames() {
		if !used[rule] {
			t.Errorf("no golden case uses the rule %q", rule)
		}
	}
}

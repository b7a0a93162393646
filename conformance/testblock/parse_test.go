package testblock

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
)

const program = `-- Not a block.

-- | Sums.
-- ==
-- tags { slow no_gpu }
-- entry: sum prod
-- input { [1, 2, 3]
--         4 } output { 6 }
-- "big" random nobench input { [10][2]f32 i32 5i64 }
-- auto output
-- input @ data/a.in.gz output @ data/a.out
-- input { {} } error: out of .*
def main x = x -- == not a block
-- ==
-- error: type
`

func TestParse(t *testing.T) {
	blocks, err := Parse("p.fut", program)
	if err != nil {
		t.Fatal(err)
	}
	if len(blocks) != 2 {
		t.Fatalf("%d blocks, want 2", len(blocks))
	}
	b := blocks[0]
	if b.Description != "Sums.\n" {
		t.Errorf("description %q", b.Description)
	}
	if diff := cmp.Diff([]string{"slow", "no_gpu"}, b.Tags); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"sum", "prod"}, b.Entries); diff != "" {
		t.Error(diff)
	}
	if len(b.Cases) != 4 {
		t.Fatalf("%d cases, want 4", len(b.Cases))
	}
	inline, random, file, failing := b.Cases[0], b.Cases[1], b.Cases[2], b.Cases[3]
	if got, want := inline.Input.Text, " [1, 2, 3]\n           4 "; got != want {
		t.Errorf("inline input %q, want %q", got, want)
	}
	if got, want := inline.Input.Pos, (source.Pos{File: "p.fut", Line: 7, Col: 11}); got != want {
		t.Errorf("inline input at %v, want %v", got, want)
	}
	if inline.Want.Output.From != Inline || strings.TrimSpace(inline.Want.Output.Text) != "6" {
		t.Errorf("inline output %+v", inline.Want)
	}
	if random.Name != "big" || !random.HasFlag(NoBench) || random.Want.Output.From != Auto {
		t.Errorf("random case %+v", random)
	}
	five := scalar.Int(scalar.I64, 5)
	types := []dataset.Type{{Elem: scalar.F32, Shape: []int64{10, 2}}, {Elem: scalar.I32}, {Elem: scalar.I64, Fixed: &five}}
	if diff := cmp.Diff(types, random.Input.Types); diff != "" {
		t.Error(diff)
	}
	if file.Input.Path != "data/a.in.gz" || file.Want.Output.Path != "data/a.out" {
		t.Errorf("file case %+v", file)
	}
	if failing.Input.Text != " {} " || failing.Want.Error == nil || !failing.Want.Error.MatchString("out of bounds") {
		t.Errorf("failing case %+v", failing)
	}
	if c := blocks[1].CompileError; c == nil || !c.MatchString("a type error") || len(blocks[1].Cases) != 0 {
		t.Errorf("second block %+v", blocks[1])
	}
}

func TestTagsOfCases(t *testing.T) {
	blocks, err := Parse("p.fut", "-- ==\n-- no_python compiled input { 1 }\n-- output { 2 }\n-- structure { Map 1 }\n-- warning: Unused.*\n")
	if err != nil {
		t.Fatal(err)
	}
	b := blocks[0]
	if diff := cmp.Diff([]Flag{"no_python", Compiled}, b.Cases[0].Flags); diff != "" {
		t.Error(diff)
	}
	if len(b.Warnings) != 1 || !b.Warnings[0].MatchString("Unused name") {
		t.Errorf("warnings %v", b.Warnings)
	}
}

func TestLimits(t *testing.T) {
	blocks, err := Parse("p.fut", "-- ==\n-- input { 1 } output { 2 }\n-- allocs: 3 copies: 0\n-- peak: 4096\n-- input { 2 } output { 3 }\n")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(blocks[0].Cases); n != 2 {
		t.Fatalf("%d cases, want 2", n)
	}
	want := []Limit{
		{"allocs", 3, source.Pos{File: "p.fut", Line: 3, Col: 4}},
		{"copies", 0, source.Pos{File: "p.fut", Line: 3, Col: 14}},
		{"peak", 4096, source.Pos{File: "p.fut", Line: 4, Col: 4}},
	}
	if diff := cmp.Diff(want, blocks[0].Cases[0].Want.Limits); diff != "" {
		t.Error(diff)
	}
	if more := blocks[0].Cases[1].Want.Limits; more != nil {
		t.Errorf("the second case has limits %v", more)
	}
}

func TestMathOfBlocks(t *testing.T) {
	blocks, err := Parse("a.fut", "-- ==\n-- entry: f\n-- math: fast\n-- input { 1 }\n\nlet x = 1\n\n-- ==\n-- input { 1 }\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(blocks) != 2 || blocks[0].Math != target.Fast || blocks[1].Math != "" {
		t.Errorf("the modes of the blocks are wrong: %+v", blocks)
	}
	if _, err := Parse("a.fut", "-- ==\n-- math: quick\n-- input { 1 }\n"); err == nil || !strings.Contains(err.Error(), "2:10: expected a mode for floats") {
		t.Errorf("an unknown mode is reported as %v", err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"-- ==\n-- input { 1\n", "x.fut:2:10: this { is not closed"},
		{"-- ==\n-- inptu { 1 }\n", "x.fut:2:4: expected a test case"},
		{"-- ==\n-- input @ \n", "x.fut:3:1: expected the name of a file"},
		{"-- ==\n-- input { 1 } error: (\n", "x.fut:2:22: this is no regular expression"},
		{"-- ==\n-- random input { [n]f32 }\n", "a size is a whole number"},
		{"-- ==\n-- input { 1 } output { 1 } peak: much\n", "x.fut:2:35: expected a number after peak:"},
		{"-- ==\n-- input { 1 } auto { 1 }\n", "expected output after auto"},
	} {
		_, err := Parse("x.fut", c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(program)
	f.Fuzz(func(t *testing.T, text string) {
		blocks, err := Parse("f.fut", text)
		if err != nil && blocks != nil {
			t.Error("blocks and an error")
		}
	})
}

// In APL comments begin with ⍝. Positions count its bytes, as those of the rest of the line.
func TestTestBlocksOfOtherLanguages(t *testing.T) {
	blocks, err := Parse("sum.apl", "⍝ Adds.\n⍝ ==\n⍝ entry: sum\n⍝ input { [1, 2] } output { 3 }\nsum ← {+/⍵}\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(blocks) != 1 || len(blocks[0].Cases) != 1 || blocks[0].Description != "Adds.\n" {
		t.Fatalf("parsed as %+v", blocks)
	}
	_, err = Parse("sum.apl", "⍝ ==\n⍝ inputs\n")
	if err == nil || !strings.HasPrefix(err.Error(), "sum.apl:2:5: ") {
		t.Errorf("error: %v", err)
	}
	if blocks, err := Parse("sum.apl", "-- ==\n-- input { 1 }\n"); err != nil || len(blocks) != 0 {
		t.Errorf("blocks of another language: %v, %v", blocks, err)
	}
}

// Patterns are matched with messages as Lamina and as Futhark print them, also across lines.
func TestExpectedErrors(t *testing.T) {
	want := Want{Error: regexp.MustCompile(`^Error: Assertion is false: \(x > 3\)`)}
	if !want.Fails("Assertion is false: (x\n > 3)") {
		t.Error("a message without the prefix does not match")
	}
	if want.Fails("Assertion is false: (x > 4)") {
		t.Error("another message matches")
	}
}

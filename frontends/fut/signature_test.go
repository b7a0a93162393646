package fut_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/frontends/fut"
)

const signatures = `
type point = {x: f32, y: f32}
type~ cloud = [](point, i32)
type shape = #circle point f32 | #none | #box point point [2]i64
module m: { type t val make: i32 -> t } = { type t = (i32, bool) def make x = (x, true) }

-- | Moves a point.
entry move (p: point) (by: *[]f32): point = p with x = by[0]
entry make [n] (xs: [n][2]point): (cloud, m.t) = (map (\p -> (p[0], 1)) xs, m.make 2)
entry area (s: shape) (k: {n: i64, s: shape}): [1]shape = [if k.n > 0 then s else k.s]
entry plain (x: i32) (y: (i32, bool)): (i32, []i32) = (x, [y.0])
`

// What an entry point takes and returns is told as the source writes it: names of types without
// sizes, and which leaves belong to what. The order of constructors is that of their names, and
// scalars of one type share leaves among the payloads of a sum.
func TestSignatures(t *testing.T) {
	_, sigs, err := fut.CompileFiles(t.Context(), "p.fut", []byte(signatures), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range sigs {
		got = append(got, spell(s))
	}
	const point = "{x@0: f32, y@1: f32}"
	const shape = "shape{#box point[1 2] point[3 4] []i64[5], #circle point[1 2] f32[3], #none}"
	want := strings.Join([]string{
		"move [Moves a point.] p: point" + point + " by: *[]f32 -> point" + point,
		"make xs: [][]point{rank 2 of point" + point + "} -> (cloud, m.t){0@0: cloud{rank 1 of ({x: f32, y: f32}, i32){0@0: {x: f32, y: f32}" + point + ", 1@2: i32}}, 1@3: m.t{0@0: i32, 1@1: bool}}",
		"area s: " + shape + " k: {n: i64, s: shape}{n@0: i64, s@1: " + shape + "} -> []shape{rank 1 of " + shape + "}",
		"plain x: i32 y: (i32, bool){0@0: i32, 1@1: bool} -> (i32, []i32){0@0: i32, 1@1: []i32}",
	}, "\n")
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func spell(s entry.Signature) string {
	out := s.Entry
	if s.Doc != "" {
		out += " [" + s.Doc + "]"
	}
	for _, p := range s.Params {
		out += " " + p.Name + ": " + spellArgument(p)
	}
	return out + " -> " + spellArgument(s.Result)
}

func spellArgument(a entry.Argument) string {
	if a.Unique {
		return "*" + spellType(a.Type)
	}
	return spellType(a.Type)
}

func spellType(t *entry.Type) string {
	var parts []string
	switch t.Kind {
	case entry.Plain:
		return t.Name
	case entry.Array:
		parts = append(parts, fmt.Sprintf("rank %d of %s", t.Rank, spellType(t.Elem)))
	}
	for _, f := range t.Fields {
		parts = append(parts, fmt.Sprintf("%s@%d: %s", f.Name, f.First, spellType(f.Type)))
	}
	for _, v := range t.Variants {
		text := "#" + v.Name
		for _, p := range v.Payload {
			text += fmt.Sprintf(" %s%v", p.Type.Name, p.Slots)
		}
		parts = append(parts, text)
	}
	return t.Name + "{" + strings.Join(parts, ", ") + "}"
}

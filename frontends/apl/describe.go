package apl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/apl/elaborate"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	tailsyntax "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// mostRank is the rank up to which Describe tries arguments.
const mostRank = 3

// instance is a function's type for arguments of given base types and ranks.
type instance struct {
	bases  []types.Base
	ranks  []int
	base   types.Base
	result int // the rank
}

// Describe returns a line for each function: the most general type that covers all arguments of
// ranks up to 3 that it can be compiled for. It elaborates the function for each of them. A
// function that can be compiled for none gives the error that is furthest in its text.
func Describe(ctx context.Context, name string, text []byte) ([]string, error) {
	p, err := syntax.Parse(&source.File{Name: name, Text: string(text)})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, f := range elaborate.Functions(p) {
		stated, text, err := elaborate.Stated(p, f)
		if err != nil {
			return nil, inFile(err, p.Source)
		}
		if stated != nil {
			if _, err := elaborate.Entry(p, elaborate.Call{Name: f, Args: stated}); err != nil {
				return nil, err
			}
			out = append(out, f+" : "+text)
			continue
		}
		lines, err := describe(ctx, p, f)
		if err != nil {
			return nil, err
		}
		out = append(out, lines...)
	}
	if elaborate.HasMain(p) {
		if _, err := elaborate.Entry(p, elaborate.Call{Name: elaborate.Main}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// describe tries a function with one argument, or with two if it needs them.
func describe(ctx context.Context, p *syntax.Program, f string) ([]string, error) {
	var lines []string
	var first error
	for n := 1; n <= 2; n++ {
		if n == 2 && lines != nil || n == 1 && elaborate.IsDyadic(p, f) {
			continue
		}
		var found []instance
		for _, args := range choices(n) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			i, err := try(p, f, args)
			if err == nil {
				found = append(found, i)
			} else if first == nil || isAfter(err, first) {
				first = err
			}
		}
		for _, line := range summary(found, n) {
			lines = append(lines, f+" : "+line)
		}
	}
	if lines == nil {
		return nil, first
	}
	return lines, nil
}

// isAfter reports whether an error is at a later position than another: what got further has the
// more likely arguments.
func isAfter(err, other error) bool {
	e, ok := err.(*source.Error)
	o, okToo := other.(*source.Error)
	return ok && okToo && (e.Pos.Line > o.Pos.Line || e.Pos.Line == o.Pos.Line && e.Pos.Col > o.Pos.Col)
}

// choices are all lists of n argument types.
func choices(n int) [][]types.Type {
	if n == 0 {
		return [][]types.Type{nil}
	}
	var out [][]types.Type
	for _, rest := range choices(n - 1) {
		for _, b := range []types.Base{types.Bool, types.Int, types.Double} {
			for r := range mostRank + 1 {
				out = append(out, append(slices.Clone(rest), argument(n-1, b, r)))
			}
		}
	}
	return out
}

func try(p *syntax.Program, f string, args []types.Type) (i instance, err error) {
	e, err := elaborate.Entry(p, elaborate.Call{Name: f, Args: args})
	if err != nil {
		return i, err
	}
	t, err := resultOf(e)
	if err != nil {
		return i, err
	}
	for _, a := range args {
		b, r, _ := types.Of(a)
		n, _ := r.Number()
		i.bases, i.ranks = append(i.bases, b), append(i.ranks, int(n))
	}
	b, r, _ := types.Of(t)
	n, _ := r.Number()
	i.base, i.result = b, int(n)
	return i, nil
}

// resultOf is the type of an entry point's last result.
func resultOf(e *tailsyntax.Entry) (types.Type, error) {
	q := &tailsyntax.Program{Entries: []*tailsyntax.Entry{e}}
	info, err := types.Check(q)
	if err != nil {
		return nil, err
	}
	results := info.Results[e]
	return results[len(results)-1], nil
}

// summary says for which ranks a function is defined, a line for each relation of the result's
// rank to those of the arguments, with the base types that it takes.
func summary(found []instance, n int) []string {
	groups := map[string][]instance{}
	var order []string
	for _, i := range found {
		key := fmt.Sprint(i.ranks, i.result)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i)
	}
	// Ranks whose lines differ by a shift of all of them are one line with a variable.
	type line struct {
		text  string
		shape string
	}
	var lines []line
	for _, key := range order {
		g := groups[key]
		lines = append(lines, line{basesOf(g, n), key})
	}
	var out []string
	done := map[string]bool{}
	for k, l := range lines {
		if done[l.shape] {
			continue
		}
		g := groups[l.shape]
		ranks := append(slices.Clone(g[0].ranks), g[0].result)
		// Follow the ranks upwards along each set of positions that grow together.
		grown := false
		for mask := (1 << len(ranks)) - 1; mask > 0 && !grown; mask-- {
			chain := []string{l.shape}
			next := slices.Clone(ranks)
			for {
				for i := range next {
					if mask>>i&1 == 1 {
						next[i]++
					}
				}
				key := fmt.Sprint(next[:n], next[n])
				h, ok := groups[key]
				if !ok || basesOf(h, n) != lines[k].text || done[key] {
					break
				}
				chain = append(chain, key)
			}
			top := 0
			for i := range n {
				if mask>>i&1 == 1 {
					top = max(top, ranks[i])
				}
			}
			if len(chain) >= 2 && len(chain) == mostRank-top+1 {
				for _, c := range chain {
					done[c] = true
				}
				out = append(out, render(lines[k].text, ranks, mask))
				grown = true
			}
		}
		if !grown {
			done[l.shape] = true
			out = append(out, render(lines[k].text, ranks, 0))
		}
	}
	return out
}

// basesOf says which base types the arguments of instances have, with a % for each rank.
func basesOf(g []instance, n int) string {
	generic := len(g) == pow3(n)
	same := true // the result is of the type of all arguments
	for _, i := range g {
		for _, b := range i.bases {
			same = same && b == i.base
		}
	}
	if generic && n == 1 && same {
		return "[κ]% → [κ]%"
	}
	constant := true
	for _, i := range g {
		constant = constant && i.base == g[0].base
	}
	if generic && constant {
		return strings.Repeat("[κ]% → ", n) + "[" + g[0].base.String() + "]%"
	}
	arithmetic := generic
	for _, i := range g {
		var want types.Base = types.Int
		if slices.Contains(i.bases, types.Base(types.Double)) {
			want = types.Double
		}
		arithmetic = arithmetic && i.base == want
	}
	if arithmetic {
		return strings.Repeat("[κ]% → ", n) + "[κ']%, where κ' is double if an argument is, else int"
	}
	var alternatives []string
	for _, i := range g {
		text := ""
		for _, b := range i.bases {
			text += b.String() + " "
		}
		alternatives = append(alternatives, text+"gives "+i.base.String())
	}
	return strings.Repeat("[κ]% → ", n) + "[κ']%, where " + strings.Join(alternatives, "; ")
}

func pow3(n int) int {
	if n == 0 {
		return 1
	}
	return 3 * pow3(n-1)
}

// render puts ranks into a line; those of the mask grow with ρ.
func render(text string, ranks []int, mask int) string {
	for i, r := range ranks {
		rank := fmt.Sprint(r)
		if mask>>i&1 == 1 {
			rank = "ρ"
			if r > 0 {
				rank = fmt.Sprintf("%d+ρ", r)
			}
		}
		text = strings.Replace(text, "%", rank, 1)
	}
	return text
}

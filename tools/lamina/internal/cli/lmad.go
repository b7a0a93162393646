package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func lmadCommand(t *tool) *cobra.Command {
	c := &cobra.Command{
		Use:     "lmad",
		Short:   "Ask about linear memory access descriptors",
		Example: "  lamina lmad disjoint '0 + {(n : 2)}' '1 + {(n : 2)}'",
		Args:    verb.Exactly(0, "one of its own commands"),
		RunE: func(c *cobra.Command, _ []string) error {
			_ = c.Help()
			return verb.Usagef("name a question about LMADs")
		},
	}
	c.AddCommand(disjointCommand(t))
	return c
}

func disjointCommand(t *tool) *cobra.Command {
	var facts string
	c := &cobra.Command{
		Use:   "disjoint W R",
		Short: "Prove that two LMADs have no place in common",
		Long: `Prove that two LMADs have no place in common whenever the given facts hold.
Prints the proof and exits 0. Where it finds none, exits 1 and, if it can, shows
values at which the two overlap. Sizes are taken to be at least 1.

An LMAD is an offset and, for each dimension, a size and a stride. Facts are
comparisons (= != < <= > >=, chained if you like) with commas between.`,
		Example: `  lamina lmad disjoint 'i*b+n+1 + {(i+1 : n*b-b), (b : n), (b : 1)}' \
      'i*b + {(i+1 : n*b-b), (b+1 : n)}' --given 'n = q*b+1, b >= 1, 0 <= i < q'`,
		Args: verb.Exactly(2, "two LMADs"),
		RunE: func(c *cobra.Command, args []string) error {
			given, err := sym.ParseFacts("--given", facts)
			if err != nil {
				return verb.Usage(err)
			}
			w, err := lmad.Parse("W", args[0])
			if err != nil {
				return verb.Usage(err)
			}
			r, err := lmad.Parse("R", args[1])
			if err != nil {
				return verb.Usage(err)
			}
			return t.disjoint(given, w, r)
		},
	}
	c.Flags().StringVar(&facts, "given", "", "facts about the variables")
	return c
}

// disjoint prints the proof that w and r are disjoint, or why none was found.
func (t *tool) disjoint(given sym.Facts, w, r lmad.LMAD) error {
	if proof, ok := lmad.Disjoint(given, w, r); ok {
		_, err := fmt.Fprintln(t.Out, proof)
		return err
	}
	if at, ok := lmad.Overlap(given, w, r); ok {
		fmt.Fprintf(t.Out, "%v and %v overlap: %v\n", w, r, at)
		return verb.ErrReported
	}
	fmt.Fprintf(t.Out, "%v and %v: no proof that they are disjoint\n", w, r)
	if unknown := unmentioned(given, w, r); len(unknown) > 0 {
		fmt.Fprintf(t.Out, "nothing is given about %s\n", strings.Join(unknown, ", "))
	}
	return verb.ErrReported
}

// unmentioned returns the variables of the LMADs that no fact mentions.
func unmentioned(given sym.Facts, ls ...lmad.LMAD) []string {
	known := map[name.Name]bool{}
	for _, f := range given {
		for _, p := range []sym.Poly{f.Left, f.Right} {
			p.Vars(func(n name.Name) { known[n] = true })
		}
	}
	var out []string
	for _, l := range ls {
		l.Vars(func(n name.Name) {
			if !known[n] && !slices.Contains(out, n.String()) {
				out = append(out, n.String())
			}
		})
	}
	slices.Sort(out)
	return out
}

package facts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Answers are those of the prover, by the pair of sets that it was asked about. Code
// that was inlined twice gives the same questions twice, about other variables.
type Answers map[string][]answer

// answer is one under some facts. What is proved under a few facts holds under more.
type answer struct {
	facts  []string
	proved bool
}

// disjoint asks the prover, unless it was asked the same before.
func (a Answers) disjoint(facts sym.Facts, w, u lmad.Summary) bool {
	sets, given := asked(facts, w, u)
	for _, known := range a[sets] {
		has := func(fact string) bool { return slices.Contains(given, fact) }
		if known.proved && !slices.ContainsFunc(known.facts, func(f string) bool { return !has(f) }) {
			return true
		}
		if !known.proved && slices.Equal(known.facts, given) {
			return false
		}
	}
	proof, _ := w.Disjoint(facts, u)
	a[sets] = append(a[sets], answer{given, proof != nil})
	return proof != nil
}

// asked is the text of a question, with its variables numbered in the order in which
// they come.
func asked(facts sym.Facts, w, u lmad.Summary) (sets string, given []string) {
	numbers := map[name.Name]string{}
	show := func(n name.Name) string {
		known, ok := numbers[n]
		if !ok {
			known = "v" + strconv.Itoa(len(numbers))
			numbers[n] = known
		}
		return known
	}
	var text strings.Builder
	text.Grow(512)
	for _, s := range []lmad.Summary{w, u} {
		for _, l := range s.Parts() {
			l.Write(&text, show)
			text.WriteString(" ∪ ")
		}
		text.WriteString("| ")
	}
	starts := []int{text.Len()}
	for _, f := range facts {
		f.Left.Write(&text, show)
		text.WriteString(f.Rel.String())
		f.Right.Write(&text, show)
		starts = append(starts, text.Len())
	}
	all := text.String()
	for i, start := range starts[:len(facts)] {
		given = append(given, all[start:starts[i+1]])
	}
	return all[:starts[0]], given
}

package alias

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Updates are for a pass that took the analysis (analysis.Take) and rewrites the
// function.

// Pass records that block b is an operand or a result as such now.
func (m *Memory) Pass(b name.Name) { m.passed.Add(b) }

// Unpass records that block b is not one any more.
func (m *Memory) Unpass(b name.Name) { delete(m.passed, b) }

// Join records that array n is one of the given arrays, and no other.
func (m *Memory) Join(n name.Name, origins []name.Name) { m.made[n] = origins }

// Replace records that the binders, of a statement or of a loop's parameters, are given
// block to where they were given block from.
func (m *Memory) Replace(binders []ir.Param, from, to name.Name) {
	for _, p := range binders {
		for i, n := range m.comes[p.Name] {
			if n == from {
				m.comes[p.Name][i] = to
			}
		}
	}
	m.grounds = map[name.Name][]name.Name{}
}

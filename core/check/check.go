// Package check enforces the static semantics of programs: the rules of FUN and FUNMEM in
// the papers (thesis §4.3.1, §4.4.1; IFL'22 §3), extended to all operations, to functions
// and to consumption, and the rules of imp. Package ops holds what a single operation
// demands of its operands; this package adds scopes, bodies, functions, aliases and
// memory.
//
// A program that passes has a meaning if the guards of its operations hold. On mem the
// rules are deliberately unsound, as those of the papers are: whether memory is used
// validly is for the interpreters to check.
//
// Checking takes time linear in the size of the program.
package check

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// Error is a rule that a program breaks.
type Error struct {
	Rule string // its short name, which is stable across versions
	Fun  string // the function
	Stm  string // the statement on one line; "" for the function's signature
	Msg  string // what is wrong
	Pos  source.Pos
}

// Error renders the position, the function, the rule's name and the message, and on a
// second line the statement.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Pos.IsValid() {
		fmt.Fprintf(&b, "%s: ", e.Pos)
	}
	if e.Fun != "" {
		fmt.Fprintf(&b, "function %s: ", e.Fun)
	}
	fmt.Fprintf(&b, "%s: %s", e.Rule, e.Msg)
	if e.Stm != "" {
		fmt.Fprintf(&b, "\n  in %s", e.Stm)
	}
	return b.String()
}

// The rules of this package; those of single operations are the Rule…
// constants of package ops.
const (
	ruleOnce     = "bound-once"
	ruleLevel    = "level"
	ruleNest     = "nesting"
	ruleRecurse  = "recursion"
	ruleEntry    = "entry"
	ruleConsumed = "consumed"
	ruleConsume  = "consume"
	ruleAlias    = "alias"
	ruleLocated  = "located"
	ruleBlock    = "block"
	ruleIndex    = "index"
	ruleSupply   = "supply"
	ruleApart    = "apart"
	ruleSchedule = "schedule"
)

// A Rule is a rule's name in errors and what it demands.
type Rule struct{ Name, Doc string }

// Rules lists the rules of programs at the levels soac, kernel and mem.
var Rules = []Rule{
	{ops.RuleForm, "the parts of a program are there and fit together"},
	{ops.RuleScope, "a name is bound where it is used"},
	{ops.RuleArity, "there are as many operands, parameters and results as there should be"},
	{ops.RuleType, "operands, results and what is bound to names have the right element type and rank"},
	{ops.RuleSize, "sizes are i64s, negative ones, and reshapes to another number of elements, only where an assertion before fails; those that must agree are the same constant or variable"},
	{ops.RuleCall, "a function that is called exists"},
	{ops.RulePlace, "arrays lie where operations, functions and joins of control need them (mem)"},
	{ruleOnce, "a name is bound once in a program"},
	{ruleLevel, "an operation occurs at the program's level"},
	{ruleNest, "segmented operators do not nest, through calls either; regions neither, nor stand in functions of array operations"},
	{ruleRecurse, "no function calls itself, directly or through others"},
	{ruleEntry, "an entry point's description fits it"},
	{ruleConsumed, "what was consumed is not used, nor what may share elements with it"},
	{ruleConsume, "only what is marked * or fresh, and bound in the same iteration, is consumed"},
	{ruleAlias, "no operand shares elements with one that is consumed beside it"},
	{ruleLocated, "arrays have locations on mem, and nothing else has"},
	{ruleBlock, "an array lies in a memory block"},
	{ruleIndex, "an index function has the array's shape"},
	{ruleApart, "what one statement writes and copies in one block does not meet (mem)"},
	{ruleSchedule, "what is prescribed of an operation can be read, and does not contradict what is prescribed around it"},
	{ruleSupply, "the program's supply of names is beyond those in use"},
}

// Program returns nil if p is correct at its level. The error is an *Error.
func Program(p *ir.Program) error { return ProgramWith(ops.Default(), p) }

// Strict is Program that also rejects, on mem, a statement whose writes and copies in one
// block are not proven to be disjoint. It depends on the prover and may reject correct
// programs: it is for authors and tests of passes.
func Strict(p *ir.Program) error { return program(ops.Default(), p, true) }

// ProgramWith is Program for the operations of a registry.
func ProgramWith(r *ops.Registry, p *ir.Program) error { return program(r, p, false) }

func program(r *ops.Registry, p *ir.Program, strict bool) error {
	c := &checker{prog: p, ops: r, strict: strict, vars: map[name.Name]*variable{}, funs: map[string]*facts{}, defs: map[name.Name]*ir.Prim{}, sizes: ir.Names{}, regions: map[string]bool{}}
	if p.Level < ir.Soac || p.Level > ir.Mem {
		return &Error{Rule: ruleLevel, Msg: "the program has no level"}
	}
	order, err := c.callOrder()
	if err != nil {
		return err
	}
	for _, f := range order {
		if err := c.function(f); err != nil {
			return err
		}
	}
	return supplyBeyond(p.Names, c.vars)
}

// supplyBeyond checks that a program's supply of names starts after all names in use.
func supplyBeyond[V any](supply *name.Supply, used map[name.Name]V) error {
	var last name.Name
	for n := range used {
		if name.Compare(n, last) > 0 {
			last = n
		}
	}
	if supply == nil || supply.Last() < last.ID {
		return &Error{Rule: ruleSupply, Msg: fmt.Sprintf("the supply of names is not beyond %s", last)}
	}
	return nil
}

// checker is the state of checking a program.
type checker struct {
	prog   *ir.Program
	ops    *ops.Registry
	strict bool // reject what is not proven to be disjoint
	vars   map[name.Name]*variable
	funs   map[string]*facts

	fun  *ir.Fun // the function being checked
	stm  *ir.Stm // the innermost statement being checked; nil in the function's signature
	iter int     // the number of enclosing bodies that may run more than once
	// parallel is the enclosing segmented operator, or "".
	parallel string
	// region is the enclosing region, or function of an array operation, that no region may stand
	// in, or "". regions are those met.
	region  string
	regions map[string]bool
	// scopes lists the names bound in each open scope, innermost last.
	scopes [][]name.Name
	// trail lists the roots consumed, in order.
	trail []*root
	// What is known of numbers, on mem: their definitions, which of them are sizes, and
	// the facts that hold in the open scopes; heard holds their number at the start of
	// each scope.
	defs  map[name.Name]*ir.Prim
	sizes ir.Names
	facts sym.Facts
	heard []int
	// born and mark count the roots created and the marks used.
	born, mark int
}

// fail returns an error at the current statement.
func (c *checker) fail(rule, format string, args ...any) error {
	e := &Error{Rule: rule, Fun: c.fun.Name, Msg: fmt.Sprintf(format, args...), Pos: c.fun.Pos}
	if c.stm != nil {
		e.Stm, e.Pos = c.stm.Brief(), c.stm.Pos
	}
	return e
}

// broken converts an error of package ops, at the current statement.
func (c *checker) broken(err *ops.RuleError) error {
	if err == nil {
		return nil
	}
	return c.fail(err.Rule, "%s", err.Msg)
}

package check

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// The rules that only imp has.
const (
	ruleAssign = "assign"
	ruleThread = "thread"
	ruleSpace  = "space"
)

// ImpRules lists the rules of imperative programs.
var ImpRules = []Rule{
	{ops.RuleForm, "the parts of a program are there and fit together"},
	{ops.RuleScope, "a name is declared, in a list of statements that is open, before it is used"},
	{ops.RuleArity, "there are as many operands, arguments and results as there should be"},
	{ops.RuleType, "expressions and variables have the types that they are used at; blocks are blocks"},
	{ops.RuleCall, "a function that is called exists, and runs inside parallel code if the call does"},
	{ruleOnce, "a name is declared once in a program"},
	{ruleNest, "parallel code does not nest, and functions marked inkernel hold none"},
	{ruleRecurse, "no function calls itself, directly or through others"},
	{ruleEntry, "an entry point's description fits its variables"},
	{ruleAssign, "what is assigned is a variable, of the same iteration in parallel code, and no index"},
	{ruleThread, "identities of threads and barriers stand inside a launch, the number of threads outside parallel code"},
	{ruleSpace, "block variables hold blocks of their memory space"},
	{ruleSupply, "the program's supply of names is beyond those in use"},
}

// Imp returns nil if p is correct. The error is an *Error.
func Imp(p *imp.Program) error {
	c := &impChecker{prog: p, vars: map[name.Name]*impVariable{}, funs: map[string]*imp.Fun{}}
	for _, f := range p.Funs {
		c.fun, c.pos = f, f.Pos
		if c.funs[f.Name] != nil {
			return c.fail(ruleOnce, "there are two functions %s", f.Name)
		}
		c.funs[f.Name] = f
	}
	if err := c.recursion(); err != nil {
		return err
	}
	for _, f := range p.Funs {
		if err := c.function(f); err != nil {
			return err
		}
	}
	return supplyBeyond(p.Names, c.vars)
}

// impChecker is the state of checking an imperative program.
type impChecker struct {
	prog *imp.Program
	vars map[name.Name]*impVariable
	funs map[string]*imp.Fun

	fun    *imp.Fun
	stm    imp.Stm    // the innermost enclosing statement; nil in the function's signature
	pos    source.Pos // of the innermost enclosing statement that has one
	launch bool       // whether a launch encloses it
	// parallel counts the enclosing parallel constructs: 0 or 1.
	parallel int
	scopes   [][]name.Name
}

// impVariable is a declared name. It stays known after its scope.
type impVariable struct {
	imp.Type
	inScope  bool
	parallel int  // the checker's count at the declaration
	fixed    bool // an index, which must not be assigned
}

func (c *impChecker) fail(rule, format string, args ...any) error {
	e := &Error{Rule: rule, Fun: c.fun.Name, Msg: fmt.Sprintf(format, args...), Pos: c.pos}
	if c.stm != nil {
		types := map[name.Name]imp.Type{}
		for n, v := range c.vars {
			types[n] = v.Type
		}
		e.Stm = imp.Brief(c.stm, types)
	}
	return e
}

func (c *impChecker) open() { c.scopes = append(c.scopes, nil) }

func (c *impChecker) close() {
	last := len(c.scopes) - 1
	for _, n := range c.scopes[last] {
		c.vars[n].inScope = false
	}
	c.scopes = c.scopes[:last]
}

// declare adds a name to the innermost scope.
func (c *impChecker) declare(n name.Name, t imp.Type) error {
	if n.IsZero() {
		return c.fail(ops.RuleForm, "a variable has no name")
	}
	if c.vars[n] != nil {
		return c.fail(ruleOnce, "%s is declared twice", n)
	}
	if !t.IsBlock() && (!t.Elem.IsValid() || t.Space != "") {
		return c.fail(ops.RuleForm, "%s has no type", n)
	}
	if err := c.lanes(t.Lanes); err != nil {
		return err
	}
	c.vars[n] = &impVariable{Type: t, inScope: true, parallel: c.parallel}
	last := len(c.scopes) - 1
	c.scopes[last] = append(c.scopes[last], n)
	return nil
}

// declareIndex declares an index, which must not be assigned.
func (c *impChecker) declareIndex(n name.Name, t scalar.Type) error {
	if err := c.declare(n, imp.Type{Elem: t}); err != nil {
		return err
	}
	c.vars[n].fixed = true
	return nil
}

// variable returns a variable in scope.
func (c *impChecker) variable(n name.Name) (*impVariable, error) {
	v := c.vars[n]
	switch {
	case v == nil:
		return nil, c.fail(ops.RuleScope, "%s is not declared", n)
	case !v.inScope:
		return nil, c.fail(ops.RuleScope, "%s is not in scope here", n)
	}
	return v, nil
}

// block returns a block variable in scope.
func (c *impChecker) block(n name.Name) (*impVariable, error) {
	v, err := c.variable(n)
	if err == nil && !v.IsBlock() {
		err = c.fail(ops.RuleType, "%s is no block but has type %s", n, v.Elem)
	}
	return v, err
}

// assignable returns a variable that may be assigned here.
func (c *impChecker) assignable(n name.Name) (*impVariable, error) {
	v, err := c.variable(n)
	switch {
	case err != nil:
		return nil, err
	case v.fixed:
		return nil, c.fail(ruleAssign, "%s is an index", n)
	case v.parallel < c.parallel:
		return nil, c.fail(ruleAssign, "%s is declared outside of the parallel code", n)
	}
	return v, nil
}

func (c *impChecker) function(f *imp.Fun) error {
	c.fun, c.stm, c.pos, c.parallel, c.launch = f, nil, f.Pos, 0, false
	if f.InKernel && f.Entry != nil {
		return c.fail(ruleEntry, "an entry point does not run inside parallel code")
	}
	c.open()
	defer c.close()
	for _, ps := range [][]imp.Param{f.Params, f.Results} {
		for _, p := range ps {
			if p.Type.Lanes > 0 {
				return c.fail(ops.RuleType, "%s is a vector, which functions neither take nor return", p.Name)
			}
			if err := c.declare(p.Name, p.Type); err != nil {
				return err
			}
		}
	}
	if f.Entry != nil {
		if err := c.entry(f); err != nil {
			return err
		}
	}
	return c.body(f.Body)
}

// entry checks that external values are held by parameters and results of their kinds,
// with sizes that are constants or parameters (or, for results, results).
func (c *impChecker) entry(f *imp.Fun) error {
	if err := c.externals("parameter", f.Entry.Params, f.Params, nil); err != nil {
		return err
	}
	return c.externals("result", f.Entry.Results, f.Results, f.Params)
}

func (c *impChecker) externals(what string, es []imp.External, own, others []imp.Param) error {
	scope := map[name.Name]imp.Type{}
	holders := map[name.Name]bool{}
	for _, p := range own {
		scope[p.Name], holders[p.Name] = p.Type, true
	}
	for _, p := range others {
		scope[p.Name] = p.Type
	}
	for _, e := range es {
		want := imp.Type{Elem: e.Elem}
		if e.Shape != nil {
			want.Elem = scalar.Invalid
		}
		if !holders[e.Var] || scope[e.Var].Elem != want.Elem {
			return c.fail(ruleEntry, "the external %s %q of type %s is held by no %s of its kind: %s", what, e.Name, e.Type, what, e.Var)
		}
		for _, d := range e.Shape {
			if !isSize(d, scope) {
				return c.fail(ruleEntry, "the external %s %q has a size that is neither a constant nor a variable of the function's head", what, e.Name)
			}
		}
	}
	return nil
}

func isSize(e imp.Expr, scope map[name.Name]imp.Type) bool {
	switch e := e.(type) {
	case *imp.Const:
		return e.Value.Type == scalar.I64
	case *imp.Var:
		return e.Type == scalar.I64 && scope[e.Name].Elem == scalar.I64
	}
	return false
}

// recursion checks that no function calls itself.
func (c *impChecker) recursion() error {
	state := map[*imp.Fun]visit{}
	var see func(f *imp.Fun) error
	see = func(f *imp.Fun) error {
		switch state[f] {
		case open:
			c.fun, c.pos = f, f.Pos
			return c.fail(ruleRecurse, "it calls itself, directly or through others")
		case done:
			return nil
		}
		state[f] = open
		for _, callee := range calls(f.Body, nil) {
			if g := c.funs[callee]; g != nil {
				if err := see(g); err != nil {
					return err
				}
			}
		}
		state[f] = done
		return nil
	}
	for _, f := range c.prog.Funs {
		if err := see(f); err != nil {
			return err
		}
	}
	return nil
}

// calls appends the functions that the statements call to out.
func calls(ss []imp.Stm, out []string) []string {
	for _, s := range ss {
		switch s := s.(type) {
		case *imp.Call:
			out = append(out, s.Fun)
		case *imp.If:
			out = calls(s.Else, calls(s.Then, out))
		case *imp.For:
			out = calls(s.Body, out)
		case *imp.While:
			out = calls(s.Body, out)
		case *imp.Parallel:
			out = calls(s.Body, out)
		case *imp.Launch:
			out = calls(s.Body, out)
		}
	}
	return out
}

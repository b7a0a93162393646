package syntax

// assignedLater reports whether a name is assigned further to the right in the present statement,
// or in the statement of a dfn around it: APL evaluates from the right, so that (n>2)/n←⍳5 is
// usual.
func (p *parser) assignedLater(name string) bool {
	depth := 0      // of braces that open after the present token
	passed := false // the present statement of this dfn, so that what follows is not evaluated yet
	for k := p.at; k < len(p.toks); k++ {
		t := p.toks[k]
		switch {
		case t.kind == tEOF:
			return false
		case t.is("{"):
			depth++
		case t.is("}") && depth > 0:
			depth--
		case t.is("}"):
			passed = false
		case t.kind == tBreak && depth == 0:
			passed = true
		case depth == 0 && !passed && t.kind == tName && t.text == name && p.isTarget(k):
			return true
		}
	}
	return false
}

// isTarget reports whether token k is followed by an arrow.
func (p *parser) isTarget(k int) bool { return k+1 < len(p.toks) && p.toks[k+1].is("←") }

// classInProgram is the class that a name has in the program, where a dfn uses it before it is
// assigned there: functions may stand in any order.
func (p *parser) classInProgram(name string) Class {
	if p.scope.dfn == nil {
		return None
	}
	if c, ok := p.later[name]; ok {
		return c
	}
	p.later[name] = None // while it is found out
	if k := p.statementOf(name); k > 0 {
		p.later[name] = p.classOfValue(k)
	}
	return p.later[name]
}

// statementOf is where the value begins that a statement of the program, to come, assigns to a
// name; 0 if there is none.
func (p *parser) statementOf(name string) int {
	depth := 0
	for k, t := range p.toks {
		switch {
		case t.is("{"):
			depth++
		case t.is("}"):
			depth--
		case depth == 0 && k > p.at && t.kind == tName && t.text == name && p.isTarget(k) && p.toks[k-1].kind == tBreak:
			return k + 2
		}
	}
	return 0
}

// classOfValue is the class of the expression that begins at token k, in the program's scope.
func (p *parser) classOfValue(k int) Class {
	at, inner, depth := p.at, p.scope, p.depth
	for p.scope.outer != nil {
		p.scope = p.scope.outer
	}
	p.at, p.depth = k, 0
	e := p.expr()
	p.at, p.scope, p.depth = at, inner, depth
	return e.Class()
}

// closes reports whether the dfn that is being parsed ends.
func (p *parser) closes() bool {
	depth := 0
	for _, t := range p.toks[p.at:] {
		switch {
		case t.is("{"):
			depth++
		case t.is("}"):
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

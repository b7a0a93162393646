package syntax

// Path leads to a part of a value, one step after another: `a[i].b`. It has one step or more.
type Path []*Step

// Step is a field of a record or, where Slice is set, what stands between the brackets of an
// index.
type Step struct {
	At
	Field string
	Slice []*DimIndex
}

// Fields are the fields in front of the first index, and after is what follows them.
func (p Path) Fields() (names []string, after Path) {
	for i, s := range p {
		if s.Slice != nil {
			return names, p[i:]
		}
		names = append(names, s.Field)
	}
	return names, nil
}

// String is the path as it is written after `with`.
func (p Path) String() string {
	var out printer
	out.path(p)
	return out.String()
}

// updatePath reads the path of an update up to the =. It begins with an index, or with a field
// that has no dot.
func (p *parser) updatePath() Path {
	from, first := p.i, &Step{At: p.at()}
	if p.accept("[") {
		first.Slice = p.slice()
	} else {
		first.Field = p.fieldName()
	}
	p.cover(from, first)
	path := p.steps(Path{first})
	p.expect("=", "an update")
	return path
}

// sectionPath reads the path of a section. It begins with a dot, before an index, too.
func (p *parser) sectionPath() Path {
	if !p.peek(1).is("[") {
		return p.steps(nil)
	}
	from, first := p.i, &Step{At: p.at()}
	p.i += 2
	first.Slice = p.slice()
	p.cover(from, first)
	return p.steps(Path{first})
}

// steps reads what continues a path: fields with their dots, and indices, with no space before
// them.
func (p *parser) steps(path Path) Path {
	for {
		from, s := p.i, &Step{At: p.at()}
		switch {
		case p.is("[") && p.tok().adjacent(p.prev()):
			p.advance()
			s.Slice = p.slice()
		case p.accept("."):
			s.At = p.at()
			s.Field = p.fieldName()
		default:
			return path
		}
		p.cover(from, s)
		path = append(path, s)
	}
}

// path prints a path without the dot in front that sections have.
func (p *printer) path(path Path) {
	for i, s := range path {
		switch {
		case s.Slice != nil:
			p.slice(s.Slice)
		case i > 0:
			p.put(".", s.Field)
		default:
			p.put(s.Field)
		}
	}
}

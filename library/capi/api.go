package capi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/library"
)

// api is the interface of a library, as its callers see it.
type api struct {
	Options
	Types   []*valueType // closed: it has the parts of those in it
	Entries []entryPoint
	byName  map[string]*valueType // by their spelling
	program *imp.Program
}

// entryPoint is a function that callers may call.
type entryPoint struct {
	entry.Signature
	Word            string // within names of C
	Fun             *imp.Fun
	Inputs, Outputs []argument
}

// argument is a parameter or result of an entry point.
type argument struct {
	entry.Argument
	Type *valueType
}

// maxRank is the largest rank of arrays in an interface; call.c has room for that many sizes.
const maxRank = 64

// describe returns the interface of a program, whose entry points have the given signatures.
func describe(p *imp.Program, signatures []entry.Signature, o Options) (*api, error) {
	a := &api{Options: o, byName: map[string]*valueType{}, program: p}
	words := map[string]string{}
	for _, s := range signatures {
		f := p.Fun(s.Entry)
		if f == nil || f.Entry == nil {
			return nil, fmt.Errorf("the program has no entry point %s", s.Entry)
		}
		e := entryPoint{Signature: s, Word: name.Encoded(s.Entry), Fun: f}
		if other, taken := words[e.Word]; taken {
			return nil, fmt.Errorf("the entry points %s and %s would both be called %s_entry_%s in C; rename one of them", other, s.Entry, o.Prefix, e.Word)
		}
		words[e.Word] = s.Entry
		var err error
		if e.Inputs, err = a.arguments(s.Params); err != nil {
			return nil, fmt.Errorf("entry point %s: %w", s.Entry, err)
		}
		if e.Outputs, err = a.arguments(s.Outputs); err != nil {
			return nil, fmt.Errorf("entry point %s: %w", s.Entry, err)
		}
		if err := e.agrees(); err != nil {
			return nil, fmt.Errorf("entry point %s: %w", s.Entry, err)
		}
		a.Entries = append(a.Entries, e)
	}
	for _, t := range elements {
		if !o.server {
			break
		}
		if _, err := a.typeOf(entry.PlainType(t, 0)); err != nil {
			return nil, err
		}
	}
	if len(a.Entries) == 0 {
		return nil, library.ErrEmpty
	}
	slices.SortFunc(a.Entries, func(x, y entryPoint) int { return strings.Compare(x.Entry, y.Entry) })
	slices.SortFunc(a.Types, func(x, y *valueType) int { return strings.Compare(x.Word, y.Word) })
	for i, t := range a.Types {
		t.Number = i
	}
	return a, nil
}

func (a *api) arguments(list []entry.Argument) (out []argument, err error) {
	for _, x := range list {
		t, err := a.typeOf(x.Type)
		if err != nil {
			return nil, err
		}
		out = append(out, argument{x, t})
	}
	return out, nil
}

// agrees checks that the signature has the leaves that the function takes and returns.
func (e *entryPoint) agrees() error {
	for _, side := range []struct {
		list []argument
		have []imp.External
	}{{e.Inputs, e.Fun.Entry.Params}, {e.Outputs, e.Fun.Entry.Results}} {
		var want []entry.Leaf
		for _, x := range side.list {
			want = append(want, x.Type.Leaves...)
		}
		for i, h := range side.have {
			if len(want) != len(side.have) || want[i] != (entry.Leaf{Elem: h.Elem, Rank: len(h.Shape)}) {
				return fmt.Errorf("the compiled function takes or returns other values than its signature says")
			}
			if len(h.Shape) > maxRank {
				return fmt.Errorf("it has an array of %d dimensions; a library passes at most %d", len(h.Shape), maxRank)
			}
		}
	}
	return nil
}

package runner

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

const (
	candidates   = 100 // how many arguments a property is tried with
	propertySize = 16  // the size where the property has none
	fruitless    = 50  // attempts to make a counterexample smaller, one after the other
)

// property tests an entry point that must return true for all arguments.
func (s *session) property(ctx context.Context, b *testblock.Block, name string) {
	r := Result{File: s.file, Target: s.target.Name, Entry: name, Case: "property", Pos: b.Pos, Status: Passed}
	s.timed(ctx, r, func(ctx context.Context, _ *Result) error {
		if err := s.build(ctx); err != nil {
			return err
		}
		p, err := s.newProperty(ctx, name)
		if err != nil {
			return err
		}
		for i := range int64(candidates) {
			args, err := p.generate(max(1, p.how.Size*i/candidates))
			if err != nil {
				return err
			}
			if problem := p.holds(args); problem != nil {
				return p.shrunk(args, problem)
			}
		}
		return nil
	})
}

// property is an entry point under test. Its candidates are the same in every run.
type property struct {
	*session
	ctx  context.Context
	name string
	sig  entry.Signature
	how  entry.Property
	in   entry.Interface
	rng  *rand.Rand
}

func (s *session) newProperty(ctx context.Context, name string) (*property, error) {
	sig, err := s.program.Signature(name)
	if err != nil {
		return nil, err
	}
	if sig.Property == nil {
		return nil, fmt.Errorf("the entry point %s is no property: it lacks the attribute #[prop]", name)
	}
	if r := sig.Result.Type; r.Opaque() || r.Leaves[0] != (entry.Leaf{Elem: scalar.Bool}) {
		return nil, fmt.Errorf("the property %s returns %s; a property returns a bool", name, r.Name)
	}
	p := &property{session: s, ctx: ctx, name: name, sig: sig, how: *sig.Property, rng: rand.New(rand.NewPCG(1, 2))}
	p.how.Size = cmp.Or(p.how.Size, propertySize)
	i := slices.IndexFunc(s.program.Interfaces(), func(in entry.Interface) bool { return in.Name == name })
	p.in = s.program.Interfaces()[i]
	var argument []entry.Leaf
	for _, a := range sig.Params {
		argument = append(argument, a.Type.Leaves...)
	}
	size, seed := entry.Leaf{Elem: scalar.I64}, entry.Leaf{Elem: scalar.U64}
	if err := p.helper(p.how.Gen, []entry.Leaf{size, seed}, argument); err != nil {
		return nil, err
	}
	return p, p.helper(p.how.Shrink, append(slices.Clone(argument), seed), argument)
}

// helper checks that an entry point that makes arguments, unless it is "", has the type for that.
func (p *property) helper(name string, takes, gives []entry.Leaf) error {
	if name == "" {
		return nil
	}
	s, err := p.program.Signature(name)
	if err != nil {
		return fmt.Errorf("the property %s: %w", p.name, err)
	}
	var params []entry.Leaf
	for _, a := range s.Params {
		params = append(params, a.Type.Leaves...)
	}
	if !slices.Equal(params, takes) || !slices.Equal(s.Result.Type.Leaves, gives) {
		return fmt.Errorf("the property %s: %s has not the type to make arguments for it", p.name, name)
	}
	return nil
}

func (p *property) run(name string, args []value.Value) ([]value.Value, error) {
	results, _, err := p.exe.Run(p.ctx, name, args)
	return results, err
}

func (p *property) seed() value.Value {
	return value.Scalar(scalar.Value{Type: scalar.U64, Bits: p.rng.Uint64()})
}

// generate makes arguments; where the property does not say how, arrays of up to most elements.
func (p *property) generate(most int64) ([]value.Value, error) {
	if p.how.Gen == "" {
		return p.random(most)
	}
	args, err := p.run(p.how.Gen, []value.Value{value.Scalar(scalar.Int(scalar.I64, p.how.Size)), p.seed()})
	if err != nil {
		return nil, fmt.Errorf("the generator %s: %w", p.how.Gen, err)
	}
	return args, nil
}

// random makes arguments at random. Arrays that must agree in a size do.
func (p *property) random(size int64) ([]value.Value, error) {
	var most []uint64 // of each leaf that is a tag of a sum, or may be one: the largest tag; else 0
	for _, a := range p.sig.Params {
		most = append(most, tags(a.Type)...)
	}
	sizes := map[string]int64{}
	var out []value.Value
	for i, e := range p.in.Params {
		shape := make([]int64, len(e.Dims))
		for k, d := range e.Dims {
			of := sizeName(e, k)
			if _, known := sizes[of]; !known {
				sizes[of] = p.rng.Int64N(size + 1)
			}
			if shape[k] = sizes[of]; d.Var.IsZero() {
				shape[k] = d.Size
			}
		}
		v, err := value.New(e.Elem, shape...)
		if err != nil {
			return nil, err
		}
		for k := range v.Len() {
			x := p.scalar(e.Elem)
			if most[i] > 0 {
				x = scalar.Value{Type: e.Elem, Bits: p.rng.Uint64N(most[i])}
			}
			v.Set(k, x)
		}
		if p.isSize(e) {
			sizes[e.Name] = p.rng.Int64N(size + 1)
			v.Set(0, scalar.Int(e.Elem, sizes[e.Name]))
		}
		out = append(out, v)
	}
	return out, nil
}

// sizeName is what the source calls a size of a parameter, or else the variable that holds it.
func sizeName(e entry.External, k int) string {
	if written := strings.Split(e.Type, "["); len(written) == len(e.Dims)+1 {
		if name, _, _ := strings.Cut(written[k+1], "]"); name != "" {
			return name
		}
	}
	return e.Dims[k].Var.String()
}

// isSize reports whether a parameter is the size of others.
func (p *property) isSize(n entry.External) bool {
	return len(n.Dims) == 0 && n.Elem == scalar.I64 && slices.ContainsFunc(p.in.Params, func(e entry.External) bool {
		for k := range e.Dims {
			if sizeName(e, k) == n.Name {
				return true
			}
		}
		return false
	})
}

// scalar is a small number mostly, and sometimes any of the type.
func (p *property) scalar(t scalar.Type) scalar.Value {
	switch {
	case t == scalar.Bool:
		return scalar.FromBool(p.rng.IntN(2) == 1)
	case t.IsFloat():
		return scalar.Float(t, (p.rng.Float64()-0.5)*float64(2*p.how.Size))
	case p.rng.IntN(8) > 0:
		return scalar.Int(t, p.rng.Int64N(2*p.how.Size+1)-p.how.Size)
	}
	return scalar.Int(t, int64(p.rng.Uint64()))
}

// tags is, for each leaf of a type, how many values it may have if it is the tag of a sum, in
// whatever constructor; 0 for others.
func tags(t *entry.Type) []uint64 {
	out := make([]uint64, len(t.Leaves))
	switch t.Kind {
	case entry.Record:
		for _, f := range t.Fields {
			copy(out[f.First:], tags(f.Type))
		}
	case entry.Array:
		return tags(t.Elem)
	case entry.Sum:
		out[0] = uint64(len(t.Variants))
		for _, v := range t.Variants {
			for _, x := range v.Payload {
				for i, n := range tags(x.Type) {
					if at := x.Slots[i]; n > 0 && (out[at] == 0 || n < out[at]) {
						out[at] = n
					}
				}
			}
		}
	}
	return out
}

// holds returns why the property does not hold for arguments, or nil.
func (p *property) holds(args []value.Value) error {
	results, err := p.run(p.name, args)
	switch {
	case err != nil:
		return fmt.Errorf("fails: %w", err)
	case results[0].Scalar().Bits == 0:
		return fmt.Errorf("is false")
	}
	return nil
}

// shrunk makes a counterexample smaller as long as that goes, and returns the error that tells it.
func (p *property) shrunk(args []value.Value, problem error) error {
	for tries := 0; tries < fruitless && p.ctx.Err() == nil; tries++ {
		smaller, err := p.smaller(args)
		if err != nil {
			return err
		}
		if worse := p.holds(smaller); worse != nil && !slices.EqualFunc(args, smaller, value.Equal) {
			args, problem, tries = smaller, worse, 0
		}
	}
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.String()
	}
	return fmt.Errorf("the property %w; counterexample: %s", problem, strings.Join(texts, " "))
}

// smaller makes arguments smaller: by the property's own means, or a number of one of them.
func (p *property) smaller(args []value.Value) ([]value.Value, error) {
	if p.how.Shrink != "" {
		out, err := p.run(p.how.Shrink, append(slices.Clone(args), p.seed()))
		if err != nil {
			return nil, fmt.Errorf("the shrinker %s: %w", p.how.Shrink, err)
		}
		return out, nil
	}
	out := slices.Clone(args)
	if len(args) == 0 {
		return out, nil
	}
	i := p.rng.IntN(len(args))
	v := args[i].Clone()
	if n := v.Len(); n > 0 {
		k := p.rng.Int64N(n)
		v.Set(k, half(v.At(k)))
	}
	out[i] = v
	return out, nil
}

// half is a number nearer to zero.
func half(x scalar.Value) scalar.Value {
	switch {
	case x.Type == scalar.Bool:
		return scalar.FromBool(false)
	case x.Type.IsFloat():
		return scalar.Float(x.Type, float64(int64(x.Float()/2)))
	case x.Type.IsSigned():
		return scalar.Int(x.Type, x.Int()/2)
	}
	return scalar.Value{Type: x.Type, Bits: x.Bits / 2}
}

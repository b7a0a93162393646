package suite

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/value"
)

// fuzz is the name of the suite of generated programs.
const fuzz = "fuzz"

// Fuzz are n random programs, made from seed, seed + 1, …: what they mean in the
// reference interpreter, they must mean on the backend. Each goes through one of the
// combinations, in turn, or through every one.
func Fuzz(n int, seed uint64, through []Combination, every bool) []*Case {
	var out []*Case
	for i := range uint64(n) {
		if !every {
			out = append(out, random(seed+i, through[(seed+i)%uint64(len(through))]))
			continue
		}
		for _, c := range through {
			out = append(out, random(seed+i, c))
		}
	}
	return out
}

// Index finds cases by their IDs.
type Index map[string]*Case

// NewIndex holds all cases.
func NewIndex() Index {
	x := Index{}
	for _, c := range All() {
		x[c.ID()] = c
	}
	return x
}

// Find returns the case of that ID, generated programs included, or nil.
func (x Index) Find(id string) *Case {
	if name, ok := strings.CutPrefix(id, fuzz+"/"); ok {
		if seed, through, ok := (&Case{Suite: fuzz, Name: name}).generated(); ok {
			return random(seed, through)
		}
	}
	return x[id]
}

// Disagreement is the error of a backend that gives something else than the
// interpreter.
type Disagreement struct {
	Why  string
	File string // the program and its arguments, made smaller, as a .lir with a test block
}

func (d *Disagreement) Error() string { return d.Why }

// How long a program that fails is made smaller, and how often at most. A case may take
// a minute.
const (
	shrinkTime     = 25 * time.Second
	shrinkAttempts = 2000
)

// random is the case of one seed and combination.
func random(seed uint64, through Combination) *Case {
	return &Case{Suite: fuzz, Name: fmt.Sprintf("%d/%s", seed, through), Run: func(ctx context.Context, s *Subject) error {
		x, err := s.through(ctx, through, seed)
		if err != nil {
			return err
		}
		choices := generate.Seeded(seed)
		found, err := x.try(ctx, choices)
		if found == nil || err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, shrinkTime)
		defer cancel()
		generate.Shrink(choices.Tape(), shrinkAttempts, func(tape []int) bool {
			smaller, err := x.try(limited, generate.Replay(tape))
			if err != nil || smaller == nil || limited.Err() != nil || smaller.kind() != found.kind() {
				return false
			}
			found = smaller
			return true
		})
		return found.told(repeat(s.Backend, seed, through))
	}}
}

// told is the disagreement for people; again is the command that repeats it.
func (d *disagreement) told(again string) *Disagreement {
	return &Disagreement{
		Why:  fmt.Sprintf("%s\nRepeat it with: %s\nThe program, made smaller:\n%s", d.why(), again, generate.Describe(d.program, d.args)),
		File: d.file(again),
	}
}

// Tape is what the program of a generated case is made of; nil for other cases.
func (c *Case) Tape() []int {
	seed, _, ok := c.generated()
	if !ok {
		return nil
	}
	choices := generate.Seeded(seed)
	generate.Program(choices)
	return choices.Tape()
}

// generated is what a case was generated from, if it was.
func (c *Case) generated() (seed uint64, through Combination, ok bool) {
	if c.Suite != fuzz {
		return 0, through, false
	}
	number, way, _ := strings.Cut(c.Name, "/")
	seed, err := strconv.ParseUint(number, 10, 64)
	through, wrong := ParseCombination(way)
	return seed, through, err == nil && wrong == nil
}

// With is a generated case with a program of another tape, which goes the same way. It
// is tried once, and not made smaller.
func (c *Case) With(tape []int) *Case {
	seed, through, ok := c.generated()
	if !ok {
		return nil
	}
	return &Case{Suite: fuzz, Name: c.Name, Run: func(ctx context.Context, s *Subject) error {
		x, err := s.through(ctx, through, seed)
		if err != nil {
			return err
		}
		found, err := x.try(ctx, generate.Replay(tape))
		if found == nil || err != nil {
			return err
		}
		return found.told(c.Repeat(s.Backend))
	}}
}

// Lost tells of a generated case whose program, made of the tape, was the end of a
// backend's process, or kept it for ever.
func (c *Case) Lost(ctx context.Context, backend string, tape []int, how error) *Disagreement {
	d := &disagreement{}
	d.program, d.args = generate.Program(generate.Replay(tape))
	d.want, d.got.Err = meaning.Of(ctx, d.program, "main", d.args), how
	return d.told(c.Repeat(backend))
}

// repeat is the command that repeats a generated case.
func repeat(backend string, seed uint64, through Combination) string {
	return fmt.Sprintf("lamina conformance --backend %s --fuzz 1 --seed %d --pipelines %s", backend, seed, through)
}

// Repeat is the command that runs a case of a backend alone.
func (c *Case) Repeat(backend string) string {
	if seed, through, ok := c.generated(); ok {
		return repeat(backend, seed, through)
	}
	return fmt.Sprintf("lamina conformance --backend %s --filter %s", backend, c.ID())
}

// disagreement is a program that means something else on a backend.
type disagreement struct {
	program   *ir.Program
	args      []value.Value
	want, got meaning.Outcome
}

// try compares what the program of a tape means; nil if nothing is wrong.
func (w *way) try(ctx context.Context, tape *generate.Choices) (*disagreement, error) {
	d := &disagreement{}
	d.program, d.args = generate.Program(tape)
	d.want = meaning.Of(ctx, d.program, "main", d.args)
	x, err := w.build(ctx, d.program)
	if err != nil {
		d.got.Err = fmt.Errorf("compiling: %w", err)
	} else {
		defer x.Close()
		d.got.Values, _, d.got.Err = x.Run(ctx, "main", d.args)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if d.agrees() {
		return nil, nil
	}
	return d, nil
}

// agrees reports whether both gave the same bits, but for functions that may be a few
// units in the last place off, or failed with the same message at the same place.
func (d *disagreement) agrees() bool {
	if d.got.Err != nil || d.want.Err != nil || len(d.got.Values) != len(d.want.Values) {
		return d.got.Equal(d.want)
	}
	for k, roughly := range generate.Rounded(d.program) {
		want, got := d.want.Values[k], d.got.Values[k]
		if !value.Equal(want, got) && (!roughly || closeTo(want, got) != nil) {
			return false
		}
	}
	return true
}

// kind is how the backend went wrong: a program is made smaller only while that stays.
func (d *disagreement) kind() string {
	switch {
	case d.got.Broken():
		return "broken"
	case d.got.Err != nil:
		return "fails"
	}
	return "other values"
}

func (d *disagreement) why() string {
	return fmt.Sprintf("the interpreter gives\n%v\nand the backend gives\n%v", d.want, d.got)
}

// file is the program as a .lir whose test block holds its arguments and its results.
func (d *disagreement) file(again string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- A generated program, made smaller: its results, as the interpreter has them,\n-- are not the backend's. The one that it comes from:\n--   %s\n-- ==\n", again)
	values := func(vs []value.Value) string {
		texts := make([]string, len(vs))
		for i, v := range vs {
			texts[i] = v.String()
		}
		return strings.Join(texts, " ")
	}
	fmt.Fprintf(&b, "-- input { %s }\n", values(d.args))
	if d.want.Err != nil {
		fmt.Fprint(&b, "-- error: .\n")
	} else {
		fmt.Fprintf(&b, "-- output { %s }\n", values(d.want.Values))
	}
	fmt.Fprintf(&b, "%v", d.program)
	return b.String()
}

package suite

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/value"
)

// fuzz is the name of the suite of generated programs.
const fuzz = "fuzz"

// Fuzz returns n random programs, generated from seed, seed + 1, …: on the backend they
// must have the same meaning as in the reference interpreter. Each goes through one of the
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

// Index maps IDs to cases.
type Index map[string]*Case

// NewIndex returns an index of all cases.
func NewIndex() Index {
	x := Index{}
	for _, c := range All() {
		x[c.ID()] = c
	}
	return x
}

// Find returns the case of that ID, including generated programs, or nil.
func (x Index) Find(id string) *Case {
	if name, ok := strings.CutPrefix(id, fuzz+"/"); ok {
		if seed, through, ok := (&Case{Suite: fuzz, Name: name}).generated(); ok {
			return random(seed, through)
		}
	}
	return x[id]
}

// Disagreement is the error of a backend whose result differs from the interpreter's.
type Disagreement struct {
	Why  string
	File string // the reduced program and its arguments, as a .lir with a test block
}

func (d *Disagreement) Error() string { return d.Why }

// Bounds on the time and the number of attempts for reducing a failing program: by the choices
// from which it was generated, then by Subject.Smaller. A case may take a minute.
const (
	shrinkTime     = 25 * time.Second
	shrinkAttempts = 2000
	smallerTime    = 15 * time.Second
)

// random returns the case of a seed and a combination.
func random(seed uint64, through Combination) *Case {
	return &Case{Suite: fuzz, Name: fmt.Sprintf("%d/%s", seed, through), Run: func(ctx context.Context, s *Subject) error {
		x, err := s.through(ctx, through, seed)
		if err != nil {
			return err
		}
		choices := draw.Seeded(seed)
		found, err := x.try(ctx, choices)
		if found == nil || err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, shrinkTime)
		defer cancel()
		draw.Shrink(choices.Numbers(), shrinkAttempts, func(tape []int) bool {
			smaller, err := x.try(limited, draw.Replay(tape))
			if err != nil || smaller == nil || limited.Err() != nil || smaller.kind() != found.kind() {
				return false
			}
			found = smaller
			return true
		})
		found = s.smaller(ctx, x, found)
		return found.described(repeat(s.Backend, s.Again, seed, through), x.tests(ctx, s, through.Transport, found.program))
	}}
}

// smaller edits the program of a disagreement as long as it shows one of the same kind. Programs
// without a meaning are left out: the choices never make one, but edits may.
func (s *Subject) smaller(ctx context.Context, w *way, found *disagreement) *disagreement {
	if s.Smaller == nil {
		return found
	}
	limited, cancel := context.WithTimeout(ctx, smallerTime)
	defer cancel()
	// The best that there is when the time ends is taken.
	_, _, _ = s.Smaller(limited, s.Driver.Passes, found.program, found.args, func(p *ir.Program, args []value.Value) bool {
		if f := p.Fun(generate.EntryPoint); f.Entry == nil || len(f.Results) != len(f.Entry.Results) { // sizes that are results, too
			return false
		}
		smaller, err := w.compare(limited, p, args)
		if err != nil || smaller == nil || smaller.kind() != found.kind() || (smaller.want.Err == nil) != (found.want.Err == nil) {
			return false
		}
		found = smaller
		return true
	})
	return found
}

// described returns the disagreement for users: again is the command that repeats it, alone the one that
// runs the smaller program, if known.
func (d *disagreement) described(again, alone string) *Disagreement {
	return &Disagreement{
		Why:  fmt.Sprintf("%s\nRepeat it with: %s\nThe program, made smaller:\n%s", d.why(), again, generate.Describe(d.program, d.args)),
		File: d.file(again, alone),
	}
}

// Tape returns the tape of a generated case's program; nil for other cases.
func (c *Case) Tape() []int {
	seed, _, ok := c.generated()
	if !ok {
		return nil
	}
	choices := draw.Seeded(seed)
	generate.Program(choices)
	return choices.Numbers()
}

// generated returns what a case was generated from, if it was.
func (c *Case) generated() (seed uint64, through Combination, ok bool) {
	if c.Suite != fuzz {
		return 0, through, false
	}
	number, way, _ := strings.Cut(c.Name, "/")
	seed, err := strconv.ParseUint(number, 10, 64)
	through, wrong := ParseCombination(way)
	return seed, through, err == nil && wrong == nil
}

// With returns the generated case with the program of another tape, in the same
// combination. It is tried once, and not reduced.
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
		found, err := x.try(ctx, draw.Replay(tape))
		if found == nil || err != nil {
			return err
		}
		return found.described(c.Repeat(s.Backend, s.Again), x.tests(ctx, s, through.Transport, found.program))
	}}
}

// Lost returns the disagreement for a generated case whose program, generated from the
// tape, killed a backend's process or never ended; again is the command that repeats it.
func (c *Case) Lost(ctx context.Context, again string, tape []int, how error) *Disagreement {
	d := &disagreement{}
	d.program, d.args = generate.Program(draw.Replay(tape))
	d.want, d.got.Err = meaning.Of(ctx, d.program, "main", d.args), how
	return d.described(again, "")
}

// repeat returns the command that repeats a generated case.
func repeat(backend, again string, seed uint64, through Combination) string {
	way := through.String()
	if through.IsText() {
		way = "'" + way + "'"
	}
	return fmt.Sprintf("%s --backend %s --fuzz 1 --seed %d --pipelines %s", command(again), backend, seed, way)
}

// command returns the start of a command that repeats a case, with the given flags.
func command(again string) string {
	return strings.TrimSpace("lamina conformance " + again)
}

// Repeat returns the command that runs a single case on a backend, with the given flags.
func (c *Case) Repeat(backend, again string) string {
	if seed, through, ok := c.generated(); ok {
		return repeat(backend, again, seed, through)
	}
	return fmt.Sprintf("%s --backend %s --filter %s", command(again), backend, c.ID())
}

// disagreement is a program that has another meaning on a backend.
type disagreement struct {
	program   *ir.Program
	args      []value.Value
	want, got meaning.Outcome
}

// try compares the meanings of a tape's program; it returns nil if they agree.
func (w *way) try(ctx context.Context, tape *draw.Tape) (*disagreement, error) {
	program, args := generate.Program(tape)
	return w.compare(ctx, program, args)
}

// compare compares the meanings of a program; it returns nil if they agree.
func (w *way) compare(ctx context.Context, program *ir.Program, args []value.Value) (*disagreement, error) {
	d := &disagreement{program: program, args: args}
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

// agrees reports whether both returned the same bits, except for functions that may be a
// few units in the last place off, or failed with the same message at the same position.
func (d *disagreement) agrees() bool {
	if d.got.Err != nil || d.want.Err != nil {
		return d.got.Equal(d.want)
	}
	return generate.Agree(d.program, d.want.Values, d.got.Values)
}

// kind classifies how the backend went wrong: a reduced program must be of the same kind.
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
	return fmt.Sprintf("the interpreter gives\n%v\nand the backend gives\n%v%s", d.want, d.got, strings.TrimRight("\n"+pass.Trace(d.got.Err), "\n"))
}

// file returns the program as a .lir whose test block holds its arguments and results.
func (d *disagreement) file(again, alone string) string {
	var b strings.Builder
	fmt.Fprint(&b, "-- A generated program, made smaller: its results, as the interpreter has them,\n-- are not the backend's")
	if alone != "" {
		fmt.Fprintf(&b, ", as this shows:\n--   %s\n", alone)
	} else {
		fmt.Fprint(&b, ".\n")
	}
	fmt.Fprintf(&b, "-- The one that it comes from:\n--   %s\n-- ==\n", again)
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

// IsGenerated reports whether a case, by its ID, is a generated program.
func IsGenerated(id string) bool { return strings.HasPrefix(id, fuzz+"/") }

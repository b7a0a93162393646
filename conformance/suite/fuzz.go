package suite

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
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
	if text, ok := strings.CutPrefix(id, fuzz+"/"); ok {
		number, through, _ := strings.Cut(text, "/")
		seed, err := strconv.ParseUint(number, 10, 64)
		if c, wrong := ParseCombination(through); err == nil && wrong == nil {
			return random(seed, c)
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
		x, err := s.through(ctx, through)
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
		again := repeat(s.Backend, seed, through)
		return &Disagreement{
			Why:  fmt.Sprintf("%s\nRepeat it with: %s\nThe program, made smaller:\n%s", found.why(), again, generate.Describe(found.program, found.args)),
			File: found.file(again),
		}
	}}
}

// repeat is the command that repeats a generated case.
func repeat(backend string, seed uint64, through Combination) string {
	return fmt.Sprintf("lamina conformance --backend %s --fuzz 1 --seed %d --pipelines %s", backend, seed, through)
}

// Repeat is the command that runs a case of a backend alone.
func (c *Case) Repeat(backend string) string {
	if c.Suite == fuzz {
		number, through, _ := strings.Cut(c.Name, "/")
		seed, err := strconv.ParseUint(number, 10, 64)
		if by, wrong := ParseCombination(through); err == nil && wrong == nil {
			return repeat(backend, seed, by)
		}
	}
	return fmt.Sprintf("lamina conformance --backend %s --filter %s", backend, c.ID())
}

// way takes programs through a pipeline to a backend.
type way struct {
	subject *Subject
	driver  *driver.Driver
	config  driver.Config
}

// through is the way of a combination.
func (s *Subject) through(ctx context.Context, c Combination) (*way, error) {
	w := &way{subject: s, driver: s.Driver}
	if c.Transport != InProcess {
		if s.Transport == nil {
			return nil, fmt.Errorf("there are no plugins here, to be reached by %s", c.Transport)
		}
		d, err := s.Transport(c.Transport)
		if err != nil {
			return nil, err
		}
		w.driver = d
	}
	own, err := s.ownPipeline(ctx)
	if err != nil {
		return nil, err
	}
	text, err := c.of(own, w.driver.Passes)
	if err != nil {
		return nil, err
	}
	w.config = driver.Config{Backend: s.Backend, Pipeline: text, Custom: true, Run: backend.Options{Device: s.Device}}
	if s.Coverage != nil {
		w.config.Observers = []pass.Observer{s.Coverage}
	}
	return w, nil
}

// ownPipeline is the default pipeline of the backend, on its device.
func (s *Subject) ownPipeline(ctx context.Context) (string, error) {
	if s.Backend == driver.Interpreter {
		return s.Pipeline, nil
	}
	b, err := s.Driver.Backends.Lookup(s.Backend)
	if err != nil {
		return "", err
	}
	if of, ok := b.(backend.DeviceSpecific); ok {
		if _, err := b.Probe(ctx); err != nil {
			return "", err
		}
		if b, err = of.For(s.Device); err != nil {
			return "", err
		}
	}
	return b.Pipeline(), nil
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
	x, _, err := w.driver.Build(ctx, &pass.Unit{IR: d.program.Clone()}, w.config)
	if err != nil {
		d.got.Err = fmt.Errorf("compiling: %w", err)
	} else {
		defer x.Close()
		d.got.Values, _, d.got.Err = x.Run(ctx, "main", d.args)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if d.got.Equal(d.want) {
		return nil, nil
	}
	return d, nil
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

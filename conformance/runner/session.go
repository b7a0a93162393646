package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// session is a program on a target, compiled on first use, and again only for blocks that
// demand another mode for floats.
type session struct {
	math   target.Math // of exe
	config *Config
	target Target
	stages *pass.Stages // may be nil
	file   string
	text   []byte

	program  *pass.Unit // the front end's result
	exe      backend.Executable
	passes   pass.Report
	buildErr error
	built    bool

	// calls are what entry points are compiled for in a language without types; each is
	// compiled once, in a session of its own.
	calls    []driver.Call
	sessions map[string]*session
}

// forCall returns the session that runs a case: s, or, in a language without types, one that is
// compiled for the types of the case's arguments.
func (s *session) forCall(c *testblock.Case, entry string) (*session, error) {
	if !driver.IsUntyped(s.file) || c.Input.From == testblock.Script {
		return s, nil
	}
	args, err := s.plain(c)
	if err != nil {
		return nil, err
	}
	key := entry
	for _, a := range args {
		key += fmt.Sprint(" ", a.Elem, len(a.Shape))
	}
	if s.sessions == nil {
		s.sessions = map[string]*session{}
	}
	if s.sessions[key] == nil {
		s.sessions[key] = &session{
			config: s.config, target: s.target, stages: s.stages, file: s.file, text: s.text,
			calls: []driver.Call{{Entry: entry, Args: args}},
		}
	}
	return s.sessions[key], nil
}

// plain returns a case's arguments with the types that a language without types has.
func (s *session) plain(c *testblock.Case) ([]value.Value, error) {
	args, err := s.given(c, nil)
	if err != nil {
		return nil, err
	}
	return driver.Plain(args)
}

// in selects the mode for floats in which a block's results hold.
func (s *session) in(b *testblock.Block) {
	mode := cmp.Or(b.Math, s.target.Math)
	if mode == s.math {
		return
	}
	s.end()
	*s = session{config: s.config, target: s.target, stages: s.stages, file: s.file, text: s.text, math: mode}
}

// build compiles the program on its first call.
func (s *session) build(ctx context.Context) error {
	if s.built {
		return s.buildErr
	}
	s.built = true
	s.buildErr = s.compile(ctx)
	return s.buildErr
}

func (s *session) compile(ctx context.Context) error {
	d := s.config.Driver
	u, err := s.load(ctx)
	if err != nil {
		return err
	}
	s.program = u.Clone()
	if s.target.Schedule != "" {
		if err := driver.Prescribe(ctx, u, s.target.Schedule); err != nil {
			return err
		}
	}
	pipeline := s.target.Pipeline
	if s.target.Custom { // a program that begins at a later level takes the rest of the target's pipeline
		if pipeline, err = d.Expand(pipeline, s.target.Backend, pass.Soac); err != nil {
			return err
		}
		pipeline = d.From(pipeline, u.Level())
	}
	s.exe, s.passes, err = d.Build(ctx, u, driver.Config{
		Backend: s.target.Backend, Pipeline: pipeline, Custom: s.target.Custom, Check: s.target.Check, Stages: s.stages, Tune: s.target.Tune,
		Machine: s.target.Machine, Math: s.math, Run: backend.Options{Device: s.target.Device, Threads: s.target.Threads},
	})
	return err
}

func (s *session) load(ctx context.Context) (*pass.Unit, error) {
	if s.calls != nil {
		return s.config.Driver.LoadCalls(ctx, s.file, s.text, s.calls)
	}
	return s.config.Driver.LoadText(ctx, s.file, s.text)
}

// close closes what was compiled. An error is the program's: a sanitizer may have found
// something.
func (s *session) close() error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(s.sessions)) {
		errs = append(errs, s.sessions[key].close())
	}
	if s.exe != nil {
		errs = append(errs, s.exe.Close())
	}
	return errors.Join(errs...)
}

// end closes what was compiled and reports an error as a failure of the program.
func (s *session) end() {
	if err := s.close(); err != nil {
		s.config.fail(Result{File: s.file, Target: s.target.Name}, err)
	}
}

// given returns a case's arguments for parameters of the given element types.
func (s *session) given(c *testblock.Case, elems []scalar.Type) ([]value.Value, error) {
	if c.Input.From == testblock.Random {
		return dataset.New(1, nil).Make(c.Input.Types)
	}
	args, err := s.read(&c.Input, elems)
	if err != nil || s.calls == nil {
		return args, err
	}
	return driver.Converted(args, elems)
}

// read reads values of the given element types from where data refers to.
func (s *session) read(data *testblock.Data, elems []scalar.Type) ([]value.Value, error) {
	r, err := s.open(data)
	if err != nil {
		return nil, err
	}
	return r.AllAs(elems)
}

func (s *session) open(data *testblock.Data) (*value.Reader, error) {
	if data.From == testblock.File {
		return value.Open(filepath.Join(filepath.Dir(s.file), data.Path))
	}
	return value.NewBytesReader([]byte(data.Text), data.Pos), nil
}

// interpreted returns what the reference interpreters make of the front end's result.
func (s *session) interpreted(ctx context.Context, entry string, args []value.Value) ([]value.Value, error) {
	o := interp.Options{LastWrite: true}
	if s.program.Imp == nil {
		return interp.Value(ctx, s.program.IR, entry, args, o)
	}
	results, _, err := interp.Imp(ctx, s.program.Imp, entry, args, o)
	return results, err
}

// compare compares results with what the case wants.
func (s *session) compare(ctx context.Context, c *testblock.Case, entry string, args, results []value.Value) error {
	var want []value.Value
	var err error
	switch c.Want.Output.From {
	case testblock.Absent:
		return nil
	case testblock.Auto:
		want, err = s.interpreted(ctx, entry, args)
	default:
		var elems []scalar.Type
		for _, r := range results {
			elems = append(elems, r.Elem)
		}
		want, err = s.read(&c.Want.Output, elems)
	}
	if err != nil {
		return fmt.Errorf("the expected output: %w", err)
	}
	if len(want) != len(results) {
		return fmt.Errorf("expected %d values, got %d", len(want), len(results))
	}
	for i := range want {
		if err := value.Compare(want[i], results[i], Tolerance); err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
	}
	return nil
}

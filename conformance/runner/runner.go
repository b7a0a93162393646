// Package runner runs the test blocks of programs on backends and reports which hold.
// `lamina test` and the repository's conformance tests use it.
package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// Tolerance is the tolerance for floats (value.Compare).
const Tolerance = 0.002

// Config says what to run.
type Config struct {
	// Texts are programs that are in no file, by the names that they go by.
	Texts  map[string][]byte
	Driver *driver.Driver
	// Targets lists the backends, each with its own or a custom pipeline.
	Targets []Target
	// Timeout is the time limit of a case; 0 for none.
	Timeout time.Duration
	// Report is called with each result as it arrives.
	Report func(Result)
	// Stages is shared by runs whose pipelines may begin alike, if set; the targets of one run
	// share theirs anyway.
	Stages *pass.Stages
}

// Target is a backend with the pipeline to use.
type Target struct {
	Backend  string
	Pipeline string
	Custom   bool   // Pipeline replaces the backend's own
	Device   string // of the backend; "" for its choice
	Threads  int    // the most to run on; 0: all cores
	// Machine is the target of the passes for the interpreters (driver.Config).
	Machine target.Target
	// Math is the mode for floats of blocks that do not demand one; "" is the backend's.
	Math  target.Math
	Name  string
	Check bool // check the program after every pass
	// Schedule is the file of a schedule by which the program is compiled, or "".
	Schedule string
	// Tune sets thresholds between versions of a computation (driver.Config).
	Tune []string
	// Limits says that the memory limits of test blocks apply to Pipeline, too; they always
	// apply to the wasm backend's own pipeline.
	Limits bool
}

// Status is the outcome of a case.
type Status string

// The statuses.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// Result is the outcome of one case on one target.
type Result struct {
	File    string     `json:"file"`
	Target  string     `json:"backend"`
	Entry   string     `json:"entry,omitempty"`
	Case    string     `json:"case,omitempty"`
	Status  Status     `json:"status"`
	Pos     source.Pos `json:"-"`
	Place   string     `json:"position,omitempty"`
	Message string     `json:"message,omitempty"` // why it failed or was skipped

	// Used holds the resources that the run used; nil if there was no run, or it had to
	// fail.
	Used    *backend.Report `json:"-"`
	Seconds float64         `json:"seconds"`
}

// String returns what, where and why, in one line or, for a message of more, several; a terminal
// may show it.
func (r Result) String() string {
	what := r.Target
	if r.Entry != "" {
		what += " " + r.Entry
	}
	if r.Case != "" {
		what += " " + r.Case
	}
	s := fmt.Sprintf("%s: %s: %s", place(r), r.Status, what)
	if r.Message != "" {
		s += ": " + strings.ReplaceAll(r.Message, "\n", "\n    ")
	}
	return source.Printable(s)
}

func place(r Result) string {
	if r.Pos.IsValid() {
		return r.Pos.String()
	}
	return r.File
}

// Find lists the source programs given by paths, as files or within folders, sorted.
func Find(paths []string) ([]string, error) {
	var files []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fmt.Errorf("looking for programs: %w", err)
		}
		if !info.IsDir() {
			files = append(files, p)
			continue
		}
		before := len(files)
		err = filepath.WalkDir(p, func(f string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && driver.IsSource(f) {
				files = append(files, f)
				err = source.Regular(f)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("looking for programs in %s: %w", p, err)
		}
		if len(files) == before {
			return nil, fmt.Errorf("looking for programs: there is no source program below %s", p)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// read returns the text of a program.
func (c *Config) read(ctx context.Context, file string) ([]byte, error) {
	if text, ok := c.Texts[file]; ok {
		return text, nil
	}
	return source.ReadFile(ctx, file)
}

// File runs the test blocks of one program on every target. The error is the context's;
// everything else is in the results.
func (c *Config) File(ctx context.Context, file string) error {
	text, err := c.read(ctx, file)
	if err != nil {
		c.fail(Result{File: file}, err)
		return nil
	}
	blocks, err := testblock.Parse(file, string(text))
	if err != nil {
		c.fail(Result{File: file}, err)
		return nil
	}
	if len(blocks) == 0 {
		blocks = []testblock.Block{{Pos: source.Pos{File: file, Line: 1, Col: 1}}}
	}
	stages := c.Stages
	if stages == nil && len(c.Targets) > 1 {
		stages = new(pass.Stages)
	}
	for _, t := range c.Targets {
		s := &session{config: c, target: t, stages: stages, file: file, text: text, math: t.Math}
		for i := range blocks {
			if err := ctx.Err(); err != nil {
				return err
			}
			s.block(ctx, &blocks[i])
		}
		s.end()
	}
	return ctx.Err()
}

// fail reports a failure.
func (c *Config) fail(r Result, err error) {
	r.Status, r.Message = Failed, pass.WithTrace(err)
	c.report(r)
}

func (c *Config) report(r Result) {
	if r.Pos.IsValid() {
		r.Place = r.Pos.String()
	}
	c.Report(r)
}

// block runs one block.
func (s *session) block(ctx context.Context, b *testblock.Block) {
	s.in(b)
	if tag := s.skippedBy(b); tag != "" {
		s.config.report(Result{File: s.file, Target: s.target.Name, Pos: b.Pos, Status: Skipped, Message: "tagged " + tag})
		return
	}
	for _, w := range b.Warnings {
		s.config.report(Result{File: s.file, Target: s.target.Name, Pos: b.Pos, Status: Skipped, Message: fmt.Sprintf("expects the warning %q; Lamina gives none", w)})
	}
	for _, at := range b.Structures {
		s.config.report(Result{File: s.file, Target: s.target.Name, Pos: at, Status: Skipped, Message: "counts operations of Futhark's own representation"})
	}
	switch {
	case b.CompileError != nil:
		s.compileError(ctx, b)
		return
	case len(b.Cases)+len(b.Properties) == 0 && len(b.Warnings) == 0:
		s.compiles(ctx, b)
		return
	}
	for _, name := range b.Properties {
		s.property(ctx, b, name)
	}
	for i := range b.Cases {
		for _, entry := range entriesOf(b) {
			s.testCase(ctx, &b.Cases[i], entry)
		}
	}
}

// entriesOf returns the entry points that a block tests.
func entriesOf(b *testblock.Block) []string {
	if len(b.Entries) == 0 {
		return []string{"main"}
	}
	return b.Entries
}

// skippedBy returns the tag that excludes a block on the target, or "".
func (s *session) skippedBy(b *testblock.Block) string {
	for _, tag := range b.Tags {
		if s.excludes(tag) {
			return tag
		}
	}
	return ""
}

// excludes reports whether a tag excludes a block on the target.
func (s *session) excludes(tag string) bool { return tag == "disable" || tag == "no_"+s.target.Backend }

// compiles checks that the program compiles.
func (s *session) compiles(ctx context.Context, b *testblock.Block) {
	r := Result{File: s.file, Target: s.target.Name, Pos: b.Pos, Status: Passed}
	start := time.Now()
	if err := s.build(ctx); err != nil {
		r.Status, r.Message = Failed, pass.WithTrace(err)
	}
	r.Seconds = time.Since(start).Seconds()
	s.config.report(r)
}

// compileError checks that the program does not compile.
func (s *session) compileError(ctx context.Context, b *testblock.Block) {
	r := Result{File: s.file, Target: s.target.Name, Pos: b.Pos, Status: Passed}
	start := time.Now()
	err := s.build(ctx)
	r.Seconds = time.Since(start).Seconds()
	switch {
	case err == nil:
		r.Status, r.Message = Failed, fmt.Sprintf("expected a compile-time error that matches %q, but the program compiles", b.CompileError)
	case !testblock.Matches(b.CompileError, err.Error()):
		r.Status, r.Message = Failed, fmt.Sprintf("expected a compile-time error that matches %q, got:\n%v", b.CompileError, err)
	}
	s.config.report(r)
}

// testCase runs one case on one entry point.
func (s *session) testCase(ctx context.Context, c *testblock.Case, entry string) {
	r := Result{File: s.file, Target: s.target.Name, Entry: entry, Case: c.Name, Pos: c.Pos, Status: Passed}
	why := s.skips(c)
	if c.HasFlag(testblock.NoTest) {
		why = "marked notest"
	}
	if why != "" {
		r.Status, r.Message = Skipped, why
		s.config.report(r)
		return
	}
	s.timed(ctx, r, func(ctx context.Context, r *Result) error { return s.try(ctx, c, entry, r) })
}

// timed reports what try finds out within the time limit.
func (s *session) timed(ctx context.Context, r Result, try func(context.Context, *Result) error) {
	if s.config.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, s.config.Timeout, errTooSlow)
		defer cancel()
	}
	start := time.Now()
	err := try(ctx, &r)
	r.Seconds = time.Since(start).Seconds()
	if err != nil {
		r.Status, r.Message = Failed, pass.WithTrace(err)
		if context.Cause(ctx) == errTooSlow {
			r.Message = fmt.Sprintf("%v (%v)", errTooSlow, s.config.Timeout)
		}
	}
	s.config.report(r)
}

var errTooSlow = errors.New("took longer than a test may")

// skips returns why the target skips a case, or "".
func (s *session) skips(c *testblock.Case) string {
	switch {
	case c.HasFlag(testblock.Compiled) && s.target.Backend == driver.Interpreter:
		return "for compiled code only"
	}
	for _, f := range c.Flags {
		if s.excludes(string(f)) {
			return "tagged " + string(f)
		}
	}
	return ""
}

// try runs a case and returns how it failed.
func (s *session) try(ctx context.Context, c *testblock.Case, entry string, r *Result) error {
	s, err := s.forCall(c, entry)
	if err != nil {
		return err
	}
	if err := s.build(ctx); err != nil {
		return err
	}
	args, err := s.arguments(ctx, c, entry)
	if err != nil {
		return err
	}
	results, used, err := s.exe.Run(ctx, entry, args)
	if c.Want.Error != nil {
		return wantError(c, err)
	}
	r.Used = used
	if err != nil {
		return fmt.Errorf("failed: %w", err)
	}
	if err := s.compare(ctx, c, entry, args, results); err != nil {
		return err
	}
	if !s.target.Limits && (s.target.Custom || s.target.Backend != wasm.Name) {
		return nil
	}
	return within(c.Want.Limits, used)
}

// within compares the resources that a run used with the limits of its case.
func within(limits []testblock.Limit, used *backend.Report) error {
	for _, l := range limits {
		got := map[string]int64{"copies": used.Copies}
		for _, s := range used.Spaces {
			got["allocs"] += s.Allocations
			got["peak"] += s.Peak - s.Slack
		}
		if n := got[l.Of]; n > l.Most {
			return fmt.Errorf("%s: the program may have %s: %d at most, and has %d", l.Pos, l.Of, l.Most, n)
		}
	}
	return nil
}

// wantError checks that a run failed as expected.
func wantError(c *testblock.Case, err error) error {
	var failure *fault.Failure
	switch {
	case err == nil:
		return fmt.Errorf("expected an error that matches %q, but the run succeeded", c.Want.Error)
	case !errors.As(err, &failure):
		return fmt.Errorf("expected an error that matches %q, got another kind of error: %w", c.Want.Error, err)
	case !c.Want.Fails(err.Error()):
		return fmt.Errorf("expected an error that matches %q, got: %w", c.Want.Error, err)
	}
	return nil
}

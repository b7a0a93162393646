package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
)

// MemoryPasses lists the passes that save copies and memory, in pipeline order.
var MemoryPasses = []string{"short-circuit", "merge-blocks", "double-buffer", "expand-memory"}

// MemoryUse describes the effect of some of the memory passes on one case.
type MemoryUse struct {
	File, Entry, Case string
	Without           string          // the omitted pass, "" for none, "all" for all
	Used              *backend.Report // by the fastest run
	Compile           time.Duration   // minimum time of all passes
	Memory            time.Duration   // minimum time of the memory passes themselves
	Crossing          time.Duration   // minimum time of crossing to their plugin and back
	Err               error           // why the rest is missing
}

// Variants lists what can be omitted from a pipeline: nothing, each of its memory passes,
// and all of them.
func Variants(pipeline string) []string {
	out := []string{""}
	for _, p := range MemoryPasses {
		if slices.Contains(strings.Split(pipeline, ","), p) {
			out = append(out, p)
		}
	}
	return append(out, "all")
}

// Leave returns a pipeline without a pass, or without all memory passes.
func Leave(pipeline, without string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(pipeline, ","), func(p string) bool {
		return p == without || without == "all" && slices.Contains(MemoryPasses, p)
	}), ",")
}

// Memory measures a program on a device of one backend with variants of its pipeline
// (Variants), on the slowest of the cases that tests run. The error is the context's.
func Memory(ctx context.Context, d *driver.Driver, b backend.Backend, device, file string, runs int, variants []string, report func(MemoryUse)) error {
	text, err := source.ReadFile(ctx, file)
	if err != nil {
		report(MemoryUse{File: file, Err: err})
		return nil
	}
	blocks, err := testblock.Parse(file, string(text))
	if err != nil {
		report(MemoryUse{File: file, Err: err})
		return nil
	}
	var c *testblock.Case
	var entry string
	for _, without := range variants {
		t := Target{Backend: b.Name(), Name: b.Name(), Device: device, Custom: true, Pipeline: Leave(b.Pipeline(), without)}
		s := &session{config: &Config{Driver: d}, target: t, file: file, text: text}
		if c == nil {
			c, entry = s.longest(ctx, blocks)
		}
		if c == nil || ctx.Err() != nil {
			return errors.Join(ctx.Err(), s.close())
		}
		m := MemoryUse{File: file, Entry: entry, Case: c.Name, Without: without}
		if m.Err = s.useMemory(ctx, c, runs, &m); m.Err == nil {
			m.Err = s.timePasses(ctx, &m)
		}
		m.Err = errors.Join(m.Err, s.close())
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(m)
	}
	return nil
}

// longest returns the slowest case; nil if there is none.
func (s *session) longest(ctx context.Context, blocks []testblock.Block) (longest *testblock.Case, entry string) {
	var most time.Duration
	for i := range blocks {
		if s.skippedBy(&blocks[i]) != "" {
			continue
		}
		for j := range blocks[i].Cases {
			c := &blocks[i].Cases[j]
			if c.HasFlag(testblock.NoBench) || c.HasFlag(testblock.NoTest) || c.Want.Error != nil || s.skips(c) != "" {
				continue
			}
			for _, e := range entriesOf(&blocks[i]) {
				m := MemoryUse{Entry: e}
				if err := s.useMemory(ctx, c, 1, &m); err != nil {
					return c, e // its failure is reported when it is measured
				}
				if m.Used.Total >= most {
					longest, entry, most = c, e, m.Used.Total
				}
			}
		}
	}
	return longest, entry
}

// useMemory runs a case and checks its result.
func (s *session) useMemory(ctx context.Context, c *testblock.Case, runs int, m *MemoryUse) error {
	s, err := s.forCall(c, m.Entry)
	if err != nil {
		return err
	}
	if err := s.build(ctx); err != nil {
		return err
	}
	args, err := s.arguments(ctx, c, m.Entry)
	if err != nil {
		return err
	}
	release, err := s.keep(ctx, m.Entry, args)
	if err != nil {
		return err
	}
	defer release()
	for i := range runs {
		results, used, err := s.exe.Run(ctx, m.Entry, args)
		if err != nil {
			return err
		}
		if i == 0 {
			if err := s.compare(ctx, c, m.Entry, args, results); err != nil {
				return fmt.Errorf("wrong result: %w", err)
			}
		}
		if m.Used == nil || used.Total < m.Used.Total {
			m.Used = used
		}
	}
	return nil
}

// compilations is the number of compilations for timing passes; the first may have to start
// plugins.
const compilations = 5

// timePasses takes the minimum time of each pass over several compilations.
func (s *session) timePasses(ctx context.Context, m *MemoryUse) error {
	least := slices.Clone(s.passes.Times)
	for range compilations - 1 {
		again := &session{config: s.config, target: s.target, file: s.file, text: s.text}
		if err := errors.Join(again.build(ctx), again.close()); err != nil {
			return err
		}
		for i, t := range again.passes.Times {
			crossing := min(least[i].Crossing, t.Crossing)
			least[i].Time = crossing + min(least[i].Time-least[i].Crossing, t.Time-t.Crossing)
			least[i].Crossing = crossing
		}
	}
	m.Compile, m.Memory, m.Crossing = shares(pass.Report{Times: least})
	return nil
}

// shares returns the time of all passes, of the memory passes, and of crossing to their
// plugin and back.
func shares(r pass.Report) (all, memory, crossing time.Duration) {
	for _, t := range r.Times {
		all += t.Time
		crossing += t.Crossing
		name := t.Pass()
		if slices.Contains(MemoryPasses, name) || name == "hoist-allocs" || name == "lower-allocs" {
			memory += t.Time - t.Crossing
		}
	}
	return all, memory, crossing
}

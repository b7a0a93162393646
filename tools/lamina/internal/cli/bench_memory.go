package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// memoryColumns are the column headings of bench --memory.
var memoryColumns = []string{"program", "input", "without", "blocks", "copies", "bytes copied", "peak memory", "launches", "time", "memory passes", "to their plugin"}

func (t *tool) benchMemory(ctx context.Context, paths []string, f *benchFlags) error {
	if f.command.Flags().Changed("pipeline") || len(f.backends) > 1 {
		return verb.Usagef("--memory goes with one backend's own pipeline")
	}
	targets, err := t.targets(f.backends, f.device, "", false, false)
	if err != nil {
		return err
	}
	b, err := t.Backends.Lookup(targets[0].Backend)
	if err != nil {
		return verb.Usage(err)
	}
	if slices.Contains(paths, programs.Stdin) {
		return verb.Usagef("--memory takes files: it reads a program several times")
	}
	files, err := runner.Find(paths)
	if err != nil {
		return err
	}
	variants, err := variantsOf(b.Pipeline(), f.without)
	if err != nil {
		return err
	}
	bar := t.Progress(len(files))
	var done []runner.MemoryUse
	var stopped, written error
	// The file is kept up to date: a command that is stopped in the middle of a kernel has
	// no other chance to write the times so far.
	write := func() error {
		return t.Save(f.json, func(w io.Writer) error { return timesAsJSON(w, memoryTimes(b.Name(), done)) })
	}
	report := func(m runner.MemoryUse) {
		done = append(done, m)
		if f.json != "" && f.json != programs.Stdin && written == nil {
			written = write()
		}
	}
	for _, file := range files {
		bar.Describe(file)
		stopped = runner.Memory(ctx, t.Driver, b, targets[0].Device, file, cmp.Or(f.runs, 3), variants, report)
		if stopped != nil {
			break
		}
		_ = bar.Add(1)
	}
	_ = bar.Clear()
	if len(done) == 0 && stopped == nil {
		return nothingToTime(paths)
	}
	failed := t.printMemory(done, f.markdown)
	if f.json == programs.Stdin {
		written = write()
	}
	switch {
	case written != nil:
		return written
	case stopped != nil:
		return stopped
	case failed:
		return verb.ErrReported
	}
	return nil
}

// variantsOf returns the variants of a pipeline to measure: with all passes, followed by
// the requested ones, or by every variant.
func variantsOf(pipeline string, without []string) ([]string, error) {
	all := runner.Variants(pipeline)
	if len(without) == 0 {
		return all, nil
	}
	for _, w := range without {
		if !slices.Contains(all[1:], w) {
			return nil, verb.Usagef("--without takes one of %s, not %q", strings.Join(all[1:], ", "), w)
		}
	}
	return append(all[:1], without...), nil
}

// memoryTimes converts the minimum times for each choice of memory passes to measurements;
// the omitted passes are appended to the backend's name.
func memoryTimes(backend string, done []runner.MemoryUse) []runner.Measurement {
	var out []runner.Measurement
	for _, m := range done {
		t := runner.Measurement{File: m.File, Entry: m.Entry, Case: m.Case, Err: m.Err,
			Target: backend + " without " + cmp.Or(m.Without, "none")}
		if m.Err == nil {
			t.Runs = []time.Duration{m.Used.Total}
			for _, s := range m.Used.Spaces {
				t.Peak += s.Peak
			}
		}
		out = append(out, t)
	}
	return out
}

// printMemory prints a table and reports whether any case failed.
func (t *tool) printMemory(done []runner.MemoryUse, markdown bool) (failed bool) {
	tab := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	line := func(cells []string) {
		if markdown {
			fmt.Fprintf(t.Out, "| %s |\n", strings.Join(cells, " | "))
			return
		}
		fmt.Fprintln(tab, strings.Join(cells, "\t"))
	}
	line(memoryColumns)
	if markdown {
		line(strings.Split(strings.Repeat("-,", len(memoryColumns)-1)+"-", ","))
	}
	for _, m := range done {
		if m.Err != nil {
			failed = true
			fmt.Fprintf(t.Err, "%s: %s %s, without %s: %v\n", m.File, m.Entry, m.Case, cmp.Or(m.Without, "none"), m.Err)
			continue
		}
		line(memoryCells(m))
	}
	_ = tab.Flush()
	return failed
}

func memoryCells(m runner.MemoryUse) []string {
	var blocks, peak int64
	for _, s := range m.Used.Spaces {
		blocks += s.Allocations
		peak += s.Peak
	}
	return []string{
		strings.TrimSuffix(filepath.Base(m.File), ".fut"), m.Case, cmp.Or(m.Without, "none"),
		fmt.Sprint(blocks), fmt.Sprint(m.Used.Copies), bytesText(m.Used.BytesCopied), bytesText(peak),
		fmt.Sprint(m.Used.Launches), short(m.Used.Total).String(),
		fmt.Sprintf("%s of %v", percent(m.Memory, m.Compile), short(m.Compile)), percent(m.Crossing, m.Compile),
	}
}

func percent(part, whole time.Duration) string {
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(max(whole, 1)))
}

package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/lamina-lang/lamina/conformance/runner"
)

// memoryColumns are the heads of the table that bench --memory prints.
var memoryColumns = []string{"program", "input", "without", "blocks", "copies", "bytes copied", "peak memory", "launches", "time", "memory passes"}

func (t *tool) benchMemory(ctx context.Context, paths []string, f *benchFlags) error {
	if f.command.Flags().Changed("pipeline") || f.json != "" || len(f.backends) > 1 {
		return usagef("--memory goes with one backend's own pipeline, and without --json")
	}
	name := ""
	if len(f.backends) == 1 {
		name = f.backends[0]
	}
	b, err := t.Backends.Lookup(name)
	if err != nil {
		return usageError{err}
	}
	files, err := runner.Find(paths)
	if err != nil {
		return err
	}
	bar := t.progress(len(files))
	var done []runner.MemoryUse
	for _, file := range files {
		bar.Describe(file)
		err := runner.Memory(ctx, t.Driver, b, file, cmp.Or(f.runs, 3), func(m runner.MemoryUse) { done = append(done, m) })
		if err != nil {
			return err
		}
		_ = bar.Add(1)
	}
	_ = bar.Clear()
	if t.printMemory(done, f.markdown) {
		return errReported
	}
	return nil
}

// printMemory tabulates and reports whether any case failed.
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
		fmt.Sprintf("%.0f %% of %v", 100*float64(m.Memory)/float64(max(m.Compile, 1)), short(m.Compile)),
	}
}

// Memory-peer compares the memory that programs use with what another compiler's code uses: blocks,
// copies of arrays and the most bytes at once, on the inputs of their test blocks.
//
// The other compiler is Futhark, whose sequential C it instruments: blocks that functions keep count
// once for each size that they grow to, and their bytes from then on. Here the interpreter of imp
// counts, after the embedded backend's pipeline.
//
//	go run ./tools/memory-peer --futhark FILE PATH…
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"text/tabwriter"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	futhark := flag.String("futhark", "futhark", "the compiler to compare with")
	pipeline := flag.String("backend", "wasm", "the backend whose pipeline compiles the programs")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: memory-peer [--futhark FILE] [--backend NAME] PATH…\n\nCompares blocks, copies and peak memory of programs with Futhark's.")
		flag.PrintDefaults()
	}
	flag.Parse()
	worse, err := run(ctx, *futhark, *pipeline, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "memory-peer:", err)
	}
	if err != nil || worse > 0 {
		os.Exit(1)
	}
}

// use is the memory that a run used.
type use struct{ blocks, copies, peak int64 }

// run prints a table, and returns how many programs use more than the other compiler's.
func run(ctx context.Context, futhark, name string, paths []string) (worse int, err error) {
	own, err := newCompiler(name)
	if err != nil {
		return 0, err
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "program\tinput\tblocks\tcopies\tpeak\tFuthark: blocks\tcopies\tpeak\tworse in")
	cases, err := casesOf(ctx, paths)
	if err != nil {
		return 0, err
	}
	programs := 0
	for _, p := range cases {
		more, err := compare(ctx, t, own, futhark, p)
		switch {
		case ctx.Err() != nil:
			return worse, ctx.Err()
		case err != nil:
			fmt.Fprintf(t, "%s\t\t\t\t\t\t\t\tleft out: %v\n", p.name, err)
		default:
			programs++
		}
		if more {
			worse++
		}
		if err := t.Flush(); err != nil { // a line at a time: each may take seconds
			return worse, err
		}
	}
	fmt.Fprintf(t, "%d programs, %d use more\n", programs, worse)
	return worse, t.Flush()
}

// compare prints a line for each input of a program, and reports whether any uses more.
func compare(ctx context.Context, t io.Writer, own *compiler, futhark string, p program) (more bool, err error) {
	peer, err := compilePeer(ctx, futhark, p.text)
	if err != nil {
		return false, err
	}
	defer peer.remove()
	for _, c := range p.cases {
		ours, err := own.use(ctx, p.file, c)
		if err != nil {
			return more, err
		}
		theirs, err := peer.use(ctx, c)
		if err != nil {
			return more, fmt.Errorf("by Futhark: %w", err)
		}
		in := worseIn(ours, theirs)
		more = more || in != ""
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", p.name, c.label, ours.blocks, ours.copies, ours.peak,
			theirs.blocks, theirs.copies, theirs.peak, in)
	}
	return more, nil
}

// worseIn names what a run used more of than another.
func worseIn(a, b use) string {
	text := ""
	for _, of := range []struct {
		name string
		a, b int64
	}{{"blocks", a.blocks, b.blocks}, {"copies", a.copies, b.copies}, {"peak", a.peak, b.peak}} {
		if of.a > of.b {
			text += " " + of.name
		}
	}
	if text == "" {
		return ""
	}
	return text[1:]
}

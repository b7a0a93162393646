// Command peer measures programs beside another compiler of the same programs, on the same
// machine and with the same data, and prints a table, the worst first.
//
// The peer's programs are executables that were made beforehand, with the command line of
// those that Futhark's compiler makes: EXECUTABLE -e ENTRY -r RUNS -t TIMES -b reads the
// arguments from its standard input, runs the entry point RUNS times, writes the times in
// microseconds to the file TIMES, one a line, and the results in binary to its standard
// output. With -D it says on standard error how much memory it holds after each allocation.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/tools/gpu-bench/pairs"
)

const usage = `Measure programs beside a peer's executables, and print a table, the worst first.
A file FOLDER/NAME.fut is measured beside the executable PEERS/NAME. Of its test blocks'
inputs those count that are marked notest, or all if none is.

Usage:
  peer -peers PEERS [flags] FILE|FOLDER...

Example:
  peer -peers out/futhark -lamina bin/lamina-cuda -device cuda:0 -json out/pairs.json conformance/zoo
  peer -peers out/futhark -backend c conformance/zoo/fft.fut
  go run ./tools/performance-table out/cuda-0.json out/pairs.json >docs/performance.md

Flags:
`

// config holds the options of the command line.
type config struct {
	peers, name       string // the folder of executables, and what the peer is called
	lamina            string // our executable
	device, backend   string
	math              string
	runs              int
	limit, maxTime    time.Duration // of one process; of our repetitions
	total             time.Duration // after which nothing more is begun; 0 if there is no end
	memory            bool
	folder            string // for files on the way
	json              string
	progress, printed *os.File
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := &config{progress: os.Stderr, printed: os.Stdout}
	if err := c.command(ctx, os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "peer:", err)
		}
		os.Exit(1)
	}
}

func (c *config) command(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("peer", flag.ContinueOnError)
	f.StringVar(&c.peers, "peers", "", "the folder of the peer's executables")
	f.StringVar(&c.name, "name", "Futhark", "what the table calls the peer")
	f.StringVar(&c.lamina, "lamina", filepath.Join("bin", "lamina"), "our executable")
	f.StringVar(&c.device, "device", "", "our device, as in cuda:0")
	f.StringVar(&c.backend, "backend", "", "our backend, as in c")
	f.StringVar(&c.math, "math", "", "our mode for floats, reproducible or fast (default: the backend's)")
	f.IntVar(&c.runs, "runs", 10, "the number of runs, of which the least time counts")
	f.DurationVar(&c.limit, "limit", time.Minute, "the time for one process")
	f.DurationVar(&c.maxTime, "max-time", 10*time.Second, "the time after which we stop repeating")
	f.DurationVar(&c.total, "total", 0, "begin nothing more after this time (default: never)")
	f.BoolVar(&c.memory, "memory", false, "ask the peer for its peak memory, by one more run")
	f.StringVar(&c.json, "json", "", "write the measurements to this file")
	f.Usage = func() { fmt.Fprint(f.Output(), usage); f.PrintDefaults() }
	if err := f.Parse(args); err != nil {
		return err
	}
	if c.peers == "" || f.NArg() == 0 {
		return errors.New("give -peers FOLDER and programs; see peer -help")
	}
	files, err := runner.Find(f.Args())
	if err != nil {
		return err
	}
	if c.folder, err = os.MkdirTemp("", "lamina-peer-"); err != nil {
		return err
	}
	defer os.RemoveAll(c.folder)
	r, err := c.measure(ctx, files)
	if err != nil {
		return err
	}
	return errors.Join(c.save(r), r.Table(c.printed))
}

// measure measures all inputs of the programs. If the context ends, or the time for all, it
// returns what was measured until then.
func (c *config) measure(ctx context.Context, files []string) (*pairs.Results, error) {
	r := &pairs.Results{Device: c.deviceName(ctx), Peer: c.name}
	begin := time.Now()
	for _, file := range files {
		inputs, err := inputsOf(file, c.folder)
		if err != nil {
			return nil, err
		}
		for _, in := range inputs {
			if ctx.Err() != nil || c.total > 0 && time.Since(begin) > c.total {
				fmt.Fprintln(c.progress, "stopped before", in)
				return r, nil
			}
			p := c.pair(ctx, in)
			if ctx.Err() != nil {
				return r, nil
			}
			fmt.Fprintf(c.progress, "%s: ours %s, peer %s\n", in, told(p.Ours), told(p.Peer))
			r.Pairs = append(r.Pairs, p)
			if err := c.save(r); err != nil { // in case this is stopped
				return nil, err
			}
		}
	}
	return r, nil
}

func told(s pairs.Side) string {
	if s.Error != "" {
		return s.Error
	}
	return fmt.Sprintf("%.0f µs", s.Micros)
}

func (c *config) save(r *pairs.Results) error {
	if c.json == "" {
		return nil
	}
	var text strings.Builder
	if err := r.Write(&text); err != nil {
		return err
	}
	return os.WriteFile(c.json, []byte(text.String()), 0o644)
}

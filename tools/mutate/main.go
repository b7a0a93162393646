// Mutate plants small faults in the compiler's own code, one at a time, and reports those
// that no test notices. A mutant is one edit of one file: a negated condition, a removed
// check or statement, swapped operands, a bound off by one. The working tree is not
// touched: the go command reads the changed file through an overlay.
//
// A mutant is run on the tests of its package, then on generated programs. One that nothing
// notices is printed as a diff: either the tests lack something, or the code contains
// something that does not matter.
//
//	go run ./tools/mutate --count 20 ./passes/shortcircuit ./core/sym
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"
)

// targets are the packages mutated by default.
var targets = []string{
	"./passes/shortcircuit", "./passes/mergeblocks", "./passes/introducememory",
	"./passes/doublebuffer", "./passes/fuse", "./core/sym",
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil, !ok:
		os.Exit(1)
	}
}

// run reports whether few enough mutants survived.
func run(ctx context.Context, args []string) (bool, error) {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintf(flags.Output(), `usage: mutate [flags] [PACKAGE…]

Plants faults in packages (default: %s)
and tells which of them their tests and generated programs do not notice.

`, strings.Join(targets, " "))
		flags.PrintDefaults()
		fmt.Fprintln(flags.Output(), "\nExample: go run ./tools/mutate --count 20 --seed 7 ./passes/fuse")
	}
	seed := flags.Uint64("seed", today(), "which mutants are drawn")
	count := flags.Int("count", 6, "how many mutants are tried")
	programs := flags.Int("programs", 20, "how many generated programs of each kind a mutant must get through; 0 for its package's tests alone")
	timeout := flags.Duration("timeout", 10*time.Minute, "a mutant on which the tests take longer is noticed")
	most := flags.Int("survivors", 100, "fail if more than this percentage of the mutants survives")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	if *count < 1 || *programs < 0 || *timeout <= 0 {
		return false, errors.New("--count, --programs and --timeout take numbers above 0")
	}
	packages := flags.Args()
	if len(packages) == 0 {
		packages = targets
	}
	all, err := mutantsOf(packages)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d of %d mutants, seed %d\n", *count, len(all), *seed)
	t := &trial{programs: *programs, timeout: *timeout}
	return t.mutants(ctx, draw(all, *seed, *count), *most)
}

// draw draws n mutants, evenly from the packages.
func draw(all []mutant, seed uint64, n int) []mutant {
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var folders []string
	of := map[string][]mutant{}
	for _, m := range all {
		if of[m.folder] == nil {
			folders = append(folders, m.folder)
		}
		of[m.folder] = append(of[m.folder], m)
	}
	var out []mutant
	for turn := 0; len(out) < min(n, len(all)); turn++ {
		f := folders[turn%len(folders)]
		if len(of[f]) > 0 {
			out, of[f] = append(out, of[f][0]), of[f][1:]
		}
	}
	return out
}

// today returns the date as a number.
func today() uint64 {
	n, _ := strconv.ParseUint(time.Now().UTC().Format("20060102"), 10, 64)
	return n
}

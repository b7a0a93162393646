package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// programs runs generated programs. They differ from commit to commit, but are the same in
// each run on a commit. The suite itself is among the Go tests.
func programs(r *runner) error { return generatedPrograms(r, "200") }

// hunt runs many more of them.
func hunt(r *runner) error { return generatedPrograms(r, "20000") }

// huntCluster runs very many of them on the machines that a launcher reaches. LAMINA_LAUNCHER
// is the launcher, of one word, and its flags.
func huntCluster(r *runner) error {
	words := strings.Fields(os.Getenv("LAMINA_LAUNCHER"))
	if len(words) == 0 {
		return r.skip("LAMINA_LAUNCHER names no launcher of workers on other machines (docs/clusters.md)")
	}
	seed, err := r.seed()
	if err != nil {
		return err
	}
	if err := build(r); err != nil {
		return err
	}
	if err := r.command(nil, "tools/build-plugins", "bin/plugins"); err != nil { // so that plugins run as wasm, too
		return err
	}
	count := os.Getenv("LAMINA_PROGRAMS")
	if count == "" {
		count = "1000000"
	}
	return r.command(nil, "bin/lamina", append([]string{"conformance", "--backend", "wasm", "--seed", strconv.FormatUint(seed, 10), "--fuzz", count, "--launcher"}, words...)...)
}

// onSlurm runs generated programs on a cluster of two nodes that it starts on this machine, and
// of which it ends one.
func onSlurm(r *runner) error {
	count := os.Getenv("LAMINA_PROGRAMS")
	if count == "" {
		count = "20000"
	}
	return r.goTest([]string{"LAMINA_SLURM_PROGRAMS=" + count}, "-timeout", "12h", "-run", "Slurm", "./conformance/cluster")
}

// manyPipelines runs the tests of conformance/fuzz with many programs.
func manyPipelines(r *runner) error {
	count := os.Getenv("LAMINA_PROGRAMS")
	if count == "" {
		count = "1500"
	}
	return r.goTest([]string{"LAMINA_PROGRAMS=" + count}, "-timeout", "12h", "./conformance/fuzz")
}

// extension packs the extension for Visual Studio Code.
func extension(r *runner) error {
	for _, tool := range []string{"node", "npm", "npx", "unzip"} {
		if !found(tool) {
			return r.skip("there is no %s (Debian packages npm unzip)", tool)
		}
	}
	return r.goTest([]string{"LAMINA_NPM=1"}, "-run", "TestScript/vscode", "./tools/lamina/internal/cli")
}

// allLibraries runs the test blocks of all programs through libraries.
func allLibraries(r *runner) error {
	if err := r.goTest([]string{"LAMINA_LIBRARIES=all"}, "-timeout", "3h", "./conformance/libraries"); err != nil {
		return err
	}
	return libraryBlocks(r, nil, "examples:conformance/programs:conformance/regressions")
}

// manySignals ends commands at random times, which differ each time.
func manySignals(r *runner) error {
	return r.goTest([]string{"LAMINA_SIGNALS=1000"}, "-timeout", "3h", "-run", "^TestSignals$", "./tools/lamina/internal/cli")
}

// mutants plants faults into the compiler. A fault that no test notices is printed as a diff;
// the step fails if more than a third are such, which is what is left to mend.
func mutants(r *runner) error {
	return r.command(nil, "go", "run", "./tools/mutate", "--count", "12", "--survivors", "33")
}

func generatedPrograms(r *runner, count string) error {
	seed, err := r.seed()
	if err != nil {
		return err
	}
	if err := build(r); err != nil {
		return err
	}
	if err := r.command(nil, "tools/build-plugins", "bin/plugins"); err != nil { // so that plugins run as wasm, too
		return err
	}
	if n := os.Getenv("LAMINA_PROGRAMS"); n != "" {
		count = n
	}
	return r.command(nil, "bin/lamina", "conformance", "--backend", "wasm", "--backend", "interp",
		"--seed", strconv.FormatUint(seed, 10), "--fuzz", count)
}

// sources runs generated source programs, and compares them with Futhark if it is
// installed.
func sources(r *runner) error { return sourcePrograms(r, "150") }

// huntSources runs many more of them.
func huntSources(r *runner) error { return sourcePrograms(r, "50000") }

func sourcePrograms(r *runner, count string) error {
	seed, err := r.seed()
	if err != nil {
		return err
	}
	if err := build(r); err != nil {
		return err
	}
	if n := os.Getenv("LAMINA_PROGRAMS"); n != "" {
		count = n
	}
	return r.command(nil, "bin/lamina", "fuzz", "--source", "--every", "10",
		"--seed", strconv.FormatUint(seed, 10), "--count", count)
}

// huntGo compares random Go programs as plain Go and with their marked expressions compiled, for the embedded backend
// and for GPUs, whose programs the interpreter runs; they are checked after every pass.
func huntGo(r *runner) error {
	seed, err := r.seed()
	if err != nil {
		return err
	}
	count := os.Getenv("LAMINA_PROGRAMS")
	if count == "" {
		count = "1000" // of ten expressions each
	}
	return r.goTest(nil, "-timeout", "12h", "-run", "RandomPrograms", "./tools/lamina/internal/gocmd",
		"-programs="+count, "-seed="+strconv.FormatUint(seed, 10), "-backends=wasm,interp", "-checked")
}

// seed derives a seed from the commit.
func (r *runner) seed() (uint64, error) {
	commit, err := r.output("git", "rev-parse", "--short=8", "HEAD")
	if err != nil {
		commit = "1" // not a checkout
	}
	seed, err := strconv.ParseUint(commit, 16, 64)
	if err != nil {
		return 0, fmt.Errorf("the commit %q: %w", commit, err)
	}
	return seed, nil
}

func fuzz(r *runner) error     { return fuzzFor(r, 5*time.Second) }
func fuzzLong(r *runner) error { return fuzzFor(r, 10*time.Minute) }

// fuzzFor runs each fuzz target for a while on one processor, as many at once as there are
// processors: so they build side by side, too.
func fuzzFor(r *runner, each time.Duration) error {
	if s := os.Getenv("LAMINA_FUZZTIME"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			return fmt.Errorf("LAMINA_FUZZTIME: %w", err)
		}
		each = d
	}
	targets, err := fuzzTargets(".")
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return errors.New("there is no fuzz target")
	}
	var group sync.WaitGroup
	turns, failed := make(chan bool, runtime.NumCPU()), make([]error, len(targets))
	var done atomic.Int32
	r.out.report(func() string { return fmt.Sprintf("%d of %d targets done", done.Load(), len(targets)) })
	for i, t := range targets {
		group.Go(func() {
			turns <- true
			defer func() { <-turns }()
			failed[i] = r.fuzz(t, each)
			done.Add(1)
		})
	}
	group.Wait()
	r.result = fmt.Sprintf("%d targets, %s each", len(targets), each)
	return errors.Join(failed...)
}

// target is a fuzz target.
type target struct{ folder, name string }

var fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz[A-Za-z0-9_]*)\(`)

// fuzzTargets finds the fuzz targets below a folder.
func fuzzTargets(root string) ([]target, error) {
	var out []target
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range fuzzFunction.FindAllSubmatch(text, -1) {
			out = append(out, target{folder: "./" + filepath.Dir(path), name: string(m[1])})
		}
		return nil
	})
	slices.SortFunc(out, func(a, b target) int { return strings.Compare(a.folder+a.name, b.folder+b.name) })
	return out, err
}

// Go reports a failure if the time ends while a worker holds an input: "context deadline
// exceeded", without naming an input. A real failure names one, and leaves it in testdata.
var (
	deadline    = regexp.MustCompile(`(?m)^ *context deadline exceeded$`)
	realFailure = regexp.MustCompile(`Failing input|panic|fuzzing process`)
)

// fuzz runs a target, and then prints its output.
func (r *runner) fuzz(t target, each time.Duration) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	c := r.prepare(nil, "go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", each.String(),
		"-fuzzminimizetime", "10x", "-parallel", "1", t.folder)
	var log strings.Builder
	c.Stdout, c.Stderr = &log, &log // the same writer, so that Go writes to it from one goroutine
	err := named(c, c.Run())
	if err != nil && r.ctx.Err() == nil && deadline.MatchString(log.String()) && !realFailure.MatchString(log.String()) {
		fmt.Fprint(&log, "No input failed: the time ended within one.\n")
		err = nil
	}
	fmt.Fprintf(r.out, "%s %s, %s\n%s", t.folder, t.name, each, log.String())
	return err
}

package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// step is one thing that tools/test does.
type step struct {
	name, summary string
	run           func(*runner) error
	// packages lists the Debian packages that the step uses. Without them it fails if
	// required is set, and otherwise skips what needs them.
	packages []string
	required bool
	minutes  int // that it takes on two cores with warm caches; 0 if seconds
}

const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

var steps = []*step{
	{name: "build", summary: "builds the command", run: build},
	{name: "unit", summary: "the short tests of the core, the front ends and the passes", run: unit},
	{name: "examples", summary: "the examples on every backend that is there", run: examples},
	{name: "format", summary: "gofmt has nothing to change", run: format},
	{name: "vet", summary: "go vet ./...", run: vet},
	{name: "staticcheck", summary: "staticcheck ./...", run: lint},
	{name: "generated", summary: "go.mod, go.sum, BUILD files, bazel/deps.bzl and generated code are fresh", run: generated},
	{name: "test", summary: "go test ./...", run: test, packages: testPackages, minutes: 21},
	{name: "opencl", summary: "the OpenCL backend: vet, tests, and all programs", run: opencl, packages: openclPackages, minutes: 1},
	{name: "zoo", summary: "the programs of the zoo by kernels of GPUs, on PoCL", run: zoo, packages: openclPackages, minutes: 2},
	{name: "c", summary: "the backend of C, by gcc and clang, and under their sanitizers", run: compilers, packages: cPackages, minutes: 5},
	{name: "cuda", summary: "the CUDA backend, without a GPU: vet, tests, build", run: cuda, packages: cudaPackages},
	{name: "programs", summary: "generated programs, others for each commit, on wasm and the interpreters", run: programs},
	{name: "sources", summary: "generated source programs through the front end, on wasm and the interpreters", run: sources},
	{name: "fuzz", summary: "each fuzz target for some seconds", run: fuzz, minutes: 2},
	{name: "bazel", summary: "Bazel builds everything but tests, and runs those that read files of other packages", run: bazel, packages: bazelPackages, required: true, minutes: 2},
	{name: "hunt", summary: "many generated programs, by all pipelines and transports", run: hunt},
	{name: "hunt-cluster", summary: "very many generated programs, on the machines that LAMINA_LAUNCHER reaches", run: huntCluster},
	{name: "slurm", summary: "many generated programs on a Slurm of two nodes, of which one dies", run: onSlurm, packages: slurmPackages},
	{name: "hunt-sources", summary: "many generated source programs", run: huntSources},
	{name: "hunt-go", summary: "many random Go programs, as plain Go and with their expressions compiled", run: huntGo},
	{name: "pipelines", summary: "many generated programs through each pipeline, checked after every pass", run: manyPipelines},
	{name: "libraries", summary: "all programs through the libraries that lamina writes", run: allLibraries},
	{name: "extension", summary: "the extension for Visual Studio Code packs, with packages from npm", run: extension},
	{name: "fuzz-long", summary: "each fuzz target for minutes", run: fuzzLong},
	{name: "bazel-tests", summary: "Bazel runs the tests that are not long", run: bazelTests, packages: bazelPackages, required: true},
	{name: "bazel-remote", summary: "Bazel's remote execution of the suite, on a server that it starts here", run: bazelRemote, packages: bazelPackages, required: true},
	{name: "mutants", summary: "small faults in the passes and the prover, others each day, are noticed by tests", run: mutants},
	{name: "signals", summary: "signals at a thousand random times to the commands, with plugins that hang", run: manySignals},
	{name: "vulnerabilities", summary: "no function is called that Go's database of vulnerabilities lists", run: vulnerabilities},
}

// groups are steps that run together.
var groups = map[string][]string{
	"quick":   {"build", "unit", "examples"},
	"all":     {"format", "vet", "staticcheck", "generated", "test", "c", "opencl", "zoo", "cuda", "programs", "sources", "fuzz", "bazel"},
	"nightly": {"hunt", "hunt-cluster", "slurm", "hunt-sources", "hunt-go", "pipelines", "libraries", "extension", "fuzz-long", "bazel-tests", "bazel-remote", "mutants", "signals", "vulnerabilities"},
}

// members returns the steps of a group.
func members(group string) []*step {
	var out []*step
	for _, name := range groups[group] {
		out = append(out, find(name))
	}
	return out
}

func find(name string) *step {
	for _, s := range steps {
		if s.name == name {
			return s
		}
	}
	return nil
}

func names() []string {
	var out []string
	for _, s := range steps {
		out = append(out, s.name)
	}
	return out
}

// noCgo is the environment for building the command.
var noCgo = []string{"CGO_ENABLED=0"}

func build(r *runner) error {
	return r.command(noCgo, "go", "build", "-o", "bin/lamina", "./tools/lamina")
}

func unit(r *runner) error {
	return r.goTest(nil, "-short", "./core/...", "./frontends/...", "./passes/...")
}

func format(r *runner) error {
	changed, err := r.output("gofmt", "-l", ".")
	if err != nil {
		return err
	}
	if changed != "" {
		fmt.Fprintln(r.out, changed)
		return errors.New("gofmt would change the files above; write them with: gofmt -w FILE")
	}
	return nil
}

func vet(r *runner) error  { return r.command(nil, "go", "vet", "./...") }
func lint(r *runner) error { return r.command(nil, "go", "run", staticcheck, "./...") }

func test(r *runner) error { return goTests(r, "./...") }

// goTests leaves vetting to the step vet.
func goTests(r *runner, packages string) error {
	return r.goTest(nil, "-timeout", "40m", "-vet=off", packages)
}

func generated(r *runner) error {
	if err := r.command(nil, "go", "mod", "tidy", "-diff"); err != nil {
		return fmt.Errorf("go.mod or go.sum is stale, write them with: go mod tidy (%w)", err)
	}
	return errors.Join(
		r.command(nil, "tools/gazelle", "--check"),
		r.command(nil, "go", "run", "./tools/genproto", "--check"))
}

func cuda(r *runner) error {
	if !found("gcc") {
		return r.skip("there is no C compiler (Debian packages %s)", strings.Join(cudaPackages, " "))
	}
	if err := r.command(nil, "tools/build-cuda"); err != nil {
		return err
	}
	return r.shell(`. tools/cuda.env
		go vet -tags cuda ./backends/cuda/... ./tools/lamina/lamina-cuda
		go test -tags cuda ./backends/cuda/...`)
}

// bazel does not repeat what the step test has run: a test's own files are declared by
// tools/gazelle, so only those of other packages can be missing.
func bazel(r *runner) error {
	libraries, err := r.output(bazelCommand, append([]string{"query"}, append(bazelQuiet, "//... except tests(//...)")...)...)
	if err != nil {
		return err
	}
	err = r.command(nil, bazelCommand, slices.Concat([]string{"build"}, bazelQuiet, strings.Fields(libraries))...)
	if err != nil {
		return err
	}
	return runBazelTests(r, "data,-long")
}

func bazelTests(r *runner) error { return runBazelTests(r, "-long") }

func runBazelTests(r *runner, tags string) error {
	err := r.command(nil, bazelCommand, slices.Concat([]string{"test"}, bazelQuiet,
		[]string{"--test_arg=-test.short", "--build_tests_only", "--test_tag_filters=" + tags, "//..."})...)
	if os.Getenv("CI") != "" {
		err = errors.Join(err, r.command(nil, bazelCommand, "shutdown"))
	}
	return err
}

const bazelCommand = "/usr/bin/bazel" // Debian's, whatever else is on PATH

var bazelQuiet = []string{"--noshow_progress", "--color=no"}

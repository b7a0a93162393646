package main

import (
	"fmt"
	"slices"
	"strings"
)

// compilation is a way to compile what the backend of C prints, and what is run that way.
type compilation struct {
	compiler string
	cflags   string
	programs string   // test blocks
	suite    []string // arguments of lamina conformance; nil for no suite
}

// sanitized are flags with which a program that breaks a rule of C ends.
const sanitized = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"

// compilations cover compilers and sanitizers. All of the suite but test blocks runs in the step
// test, too; a sanitized program takes seconds to compile, so sanitizers get parts of it.
var compilations = []compilation{
	{"gcc", "", "examples conformance/programs conformance/regressions", nil},
	{"clang-16", "-O1", "examples conformance/regressions", []string{"--suite", "device,atomics,errors,memory,concurrency"}},
	{"gcc", sanitized, "examples", []string{"--suite", "device,atomics,errors,memory,concurrency"}},
	{"clang-16", sanitized, "examples", []string{"--suite", "layouts,kernels", "--shard", "1/4"}},
}

// compilers runs programs by the backend of C, with each compiler that is here.
func compilers(r *runner) error {
	if err := goTests(r, "./backends/c/..."); err != nil { // after the step test, from Go's cache
		return err
	}
	if err := build(r); err != nil {
		return err
	}
	var ran []string
	var runs []func() error
	for _, c := range compilations {
		if !found(c.compiler) {
			fmt.Fprintf(r.out, "%s: SKIPPED: it is not here (Debian package %s)\n", c.compiler, c.compiler)
			continue
		}
		runs = append(runs, r.compiledBy(c)...)
		ran = append(ran, strings.TrimSpace(c.compiler+" "+c.cflags))
	}
	if len(ran) == 0 {
		return r.skip("there is no C compiler (Debian packages %s)", strings.Join(cPackages, " "))
	}
	r.result = "by " + strings.Join(ran, "; ")
	return together(runs...)
}

// compiledBy returns what a compilation names, as things to run side by side.
func (r *runner) compiledBy(c compilation) []func() error {
	env := []string{"CC=" + c.compiler, "CFLAGS=" + c.cflags}
	lamina := func(args ...string) func() error {
		return func() error { return r.command(env, "bin/lamina", args...) }
	}
	var runs []func() error
	for folder := range strings.FieldsSeq(c.programs) {
		runs = append(runs, lamina("test", "--backend", "c", folder))
	}
	runs = append(runs, func() error { return libraryBlocks(r, env, "examples") })
	if c.suite != nil {
		runs = append(runs, lamina(slices.Concat([]string{"conformance", "--backend", "c", "--require", "c", "--jobs", "1"}, c.suite)...))
	}
	return runs
}

// libraryBlocks runs the test blocks of programs in some folders, with colons between them,
// through servers and the libraries in C below those. All programs are for the night.
func libraryBlocks(r *runner, env []string, folders string) error {
	env = append(slices.Clone(env), "LAMINA_LIBRARY_PROGRAMS="+folders)
	return r.command(env, "go", "test", "-timeout", "60m", "-run", "TestBlocks$", "./tools/lamina/internal/librarycmd")
}

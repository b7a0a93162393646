package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/term"
)

// consent says whether Debian packages may be installed.
type consent int

const (
	ask consent = iota
	always
	never
)

// Debian packages, by the tool that needs them.
var (
	bazelPackages  = []string{"bazel-bootstrap", "bazel-skylib", "bazel-rules-cc", "bazel-rules-java"}
	openclPackages = []string{"gcc", "libc6-dev", "opencl-headers", "ocl-icd-libopencl1", "ocl-icd-opencl-dev", "pocl-opencl-icd"}
	cPackages      = []string{"gcc", "libc6-dev", "clang-16", "libclang-rt-16-dev"}
	cudaPackages   = []string{"gcc", "libc6-dev"}
	slurmPackages  = []string{"slurm-wlm", "munge"}
	testPackages   = []string{"chromium", "clang-16", "clang", "libclang-rt-14-dev", "lld", "python3-grpcio", "python3-numpy", "python3-cffi", "python3-setuptools", "valgrind", "nodejs", "g++",
		"neovim", "emacs-nox", "elpa-eglot", "gnuplot-nox"}
)

// provide makes the packages available that the steps use: it prints those that are missing, with the room that
// they take and the time that the steps take, and, with consent, installs them. It fails if a step cannot run
// without a missing package.
func provide(ctx context.Context, w io.Writer, chosen []*step, c consent) error {
	minutes := 0
	for _, s := range chosen {
		minutes += s.minutes
	}
	if minutes > 0 {
		fmt.Fprintf(w, "On two cores with warm caches, these steps take about %d minutes.\n", minutes)
	}
	var missing, required []string
	for _, s := range chosen {
		for _, p := range absent(ctx, s.packages) {
			if !slices.Contains(missing, p) {
				missing = append(missing, p)
			}
			if s.required && !slices.Contains(required, p) {
				required = append(required, p)
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	fmt.Fprintf(w, "Debian packages that are not installed (all that tests use take about 1.5 GB on disk): %s\n", strings.Join(missing, " "))
	err := install(ctx, missing, c)
	if err == nil {
		return nil
	}
	fmt.Fprintf(w, "They stay so: %v. To install them: %s\n", err, installCommand(missing))
	if len(required) > 0 {
		return fmt.Errorf("the steps %s need %s: install them, or name the other steps (./tools/test --help)",
			strings.Join(needing(chosen, required), ", "), strings.Join(required, " "))
	}
	fmt.Fprintln(w, "Tests that need one of them are skipped, and say so.")
	return nil
}

func install(ctx context.Context, packages []string, c consent) error {
	if os.Getenv("CI") != "" && c == ask {
		c = always
	}
	switch {
	case !debian():
		return errors.New("this is not a Debian system")
	case c == never:
		return errors.New("--no-install")
	case os.Getuid() != 0:
		return errors.New("only root may install packages")
	case c == ask && !term.IsTerminal(int(os.Stdin.Fd())):
		return errors.New("there is no terminal to ask on, and no --install")
	case c == ask:
		fmt.Print("Install them now? [y/N] ")
		answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
			return errors.New("not wanted")
		}
	}
	out := newProgress(os.Stdout)
	defer out.stop()
	out.begin("installing", strings.Join(packages, " "))
	r := &runner{ctx: ctx, out: out}
	if err := r.command(nil, "apt-get", "update", "-qq"); err != nil {
		return err
	}
	arguments := append([]string{"install", "-qq", "--no-install-recommends"}, packages...)
	return r.command([]string{"DEBIAN_FRONTEND=noninteractive"}, "apt-get", arguments...)
}

func installCommand(packages []string) string {
	return "sudo apt-get install --no-install-recommends " + strings.Join(packages, " ")
}

// absent returns the packages that are not installed.
func absent(ctx context.Context, packages []string) []string {
	var out []string
	for _, p := range packages {
		status, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Status}", p).Output()
		if err != nil || !strings.HasSuffix(string(status), " installed") {
			out = append(out, p)
		}
	}
	return out
}

func debian() bool {
	_, err := exec.LookPath("dpkg-query")
	return err == nil
}

// needing returns the names of the steps that cannot run without one of the packages.
func needing(chosen []*step, packages []string) []string {
	var out []string
	for _, s := range chosen {
		if s.required && slices.ContainsFunc(s.packages, func(p string) bool { return slices.Contains(packages, p) }) {
			out = append(out, s.name)
		}
	}
	return out
}

// Package certifytest runs the conformance suite on a backend as a Go test, in any module.
package certifytest

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/driver"
)

// workerVariable is set for a test binary that is started as a worker.
const workerVariable = "LAMINA_CONFORMANCE_WORKER"

// subject is the backend that Main was given, for Test.
var subject string

// Main runs the tests of a package that certifies a backend. In a worker process it answers
// questions about the backend instead.
func Main(m *testing.M, b backend.Backend) {
	run(m, b.Name(), func() (*driver.Driver, error) {
		d, err := driver.New()
		if err != nil {
			return nil, err
		}
		if _, err := d.Backends.Lookup(b.Name()); err != nil {
			return d, d.Backends.Add(b)
		}
		return d, nil
	})
}

// MainOfInterpreters is Main for the reference interpreters.
func MainOfInterpreters(m *testing.M) {
	run(m, driver.Interpreter, func() (*driver.Driver, error) { return driver.New() })
}

func run(m *testing.M, name string, open func() (*driver.Driver, error)) {
	subject = name
	if os.Getenv(workerVariable) == "" {
		if os.Getenv(shards) == "" {
			os.Exit(m.Run())
		}
		code, err := asShard()
		if err != nil {
			fmt.Fprintln(os.Stderr, "running a shard of the cases:", err)
		}
		os.Exit(code)
	}
	d, err := open()
	if err == nil {
		err = certify.Work(context.Background(), d, nil, certify.Device{Backend: name, ID: os.Args[len(os.Args)-1]})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Reports and processes, as flags of the test binary: go test . -args -junit out.xml.
var (
	junit = flag.String("junit", "", "write the results of the conformance suite to this file, as JUnit's XML")
	html  = flag.String("html", "", "write the results of the conformance suite to this file, as a page for a browser")
	asked = flag.String("json", "", "write the results of the conformance suite to this file, as JSON")
	jobs  = flag.Int("jobs", 1, "the number of processes that share the cases of a device")
)

// Test runs all cases on all devices of the backend that Main was given, each as a subtest
// SUITE/NAME. Only the cases that -run and -skip select are run; of these, only those of a
// shard (TEST_TOTAL_SHARDS and TEST_SHARD_INDEX, as Bazel sets them). The flags -junit,
// -html and -json write reports. If a folder of LAMINA_BACKENDS contains lamina-BACKEND,
// that executable is tested: so a build without a GPU backend, such as Bazel's, can test one
// that was built with it.
//
// The cases of the suites in without are left out: for backends whose test blocks run elsewhere.
func Test(t *testing.T, e certify.Expectations, without ...string) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command, env := []string{self}, []string{workerVariable + "=yes"}
	if path := external(subject); path != "" {
		t.Logf("testing %s", path)
		command, env = []string{path, "--plugins=inprocess", "conformance-worker", subject}, nil
	}
	cases := slices.DeleteFunc(suite.All(), func(c *suite.Case) bool { return slices.Contains(without, c.Suite) })
	cases = selected(t.Name(), cases)
	c := certify.Config{
		Cases: inShard(t, cases), Timeout: certify.CaseTimeout, Jobs: *jobs,
		Targets: []certify.Target{{
			Backend: subject, Device: certify.All, Command: command, Env: env, Expectations: e,
			Repeat: func(c *suite.Case) string { return again(t.Name(), c) },
		}},
	}
	report, err := c.Run(t.Context())
	report.Version, report.Command = version(), strings.Join(os.Args, " ")
	if err := errors.Join(err, writeReports(report)); err != nil {
		t.Fatal(err)
	}
	TestReport(t, report)
}

// version returns that of the suite's module, of which this executable was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return devel
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == module && m.Replace == nil && m.Version != "" {
			return m.Version
		}
	}
	return devel
}

const (
	module = "github.com/lamina-lang/lamina"
	devel  = "(devel)" // what Go calls sources without a version
)

// again returns the command that runs a case alone.
func again(test string, c *suite.Case) string {
	pattern := "^" + regexp.QuoteMeta(test) + "$"
	for part := range strings.SplitSeq(c.ID(), "/") {
		pattern += "/^" + regexp.QuoteMeta(part) + "$"
	}
	return fmt.Sprintf("go test -run '%s' .", pattern)
}

// writeReports writes the reports that the flags ask for.
func writeReports(r *certify.Report) error {
	for _, out := range []struct {
		file  string
		write func(io.Writer) error
	}{{*junit, r.WriteJUnit}, {*html, r.WriteHTML}, {*asked, r.WriteJSON}} {
		if out.file == "" {
			continue
		}
		var b bytes.Buffer
		if err := out.write(&b); err != nil {
			return err
		}
		if err := os.WriteFile(out.file, b.Bytes(), 0o666); err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	return nil
}

// external returns the path of a backend's executable in a folder of LAMINA_BACKENDS, or
// "".
func external(name string) string {
	for _, dir := range filepath.SplitList(os.Getenv("LAMINA_BACKENDS")) {
		path := filepath.Join(dir, "lamina-"+name)
		if s, err := os.Stat(path); err == nil && s.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// TestReport reports the outcome of each case as that of a subtest SUITE/NAME, on all devices
// together. It skips the test if the backend is unavailable.
func TestReport(t *testing.T, report *certify.Report) {
	for _, d := range report.Devices {
		switch {
		case d.Broken != "":
			t.Errorf("backend %s: %s", d.Backend, d.Broken)
		case d.Unavailable != "" && d.Required:
			t.Errorf("backend %s is unavailable: %s", d.Backend, d.Unavailable)
		case d.Unavailable != "":
			t.Skipf("backend %s is unavailable: %s", d.Backend, d.Unavailable)
		}
		t.Logf("%s %s: %s", d.Backend, d.Name, d.Summary())
	}
	subtests(t, report)
}

package librarycmd

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/library/capi"
)

// served is a backend that makes a server of a program and calls that by its protocol. What the
// server itself calls are the functions of the C library.
type served struct {
	backend.Backend
	name    string
	options capi.Options
	build   func(ctx context.Context, source, program string, libraries ...string) error
	folder  string
	failed  func(...any) // is told what servers complain of at their ends, as sanitizers do
}

func (b served) Name() string { return b.name }

// serversOf are servers of libraries for the machine.
func serversOf(t *testing.T) served {
	return served{c.New(), "served", capi.Options{Name: "program", Prefix: "futhark", Parallel: true}, c.CompileFile, t.TempDir(), t.Error}
}

func (b served) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	x := &client{interfaces: map[string]entry.Interface{}, failed: b.failed}
	var signatures []entry.Signature
	for _, in := range p.Interfaces() {
		x.interfaces[in.Name] = in
		signatures = append(signatures, in.Signature())
	}
	source, err := capi.Server(p, signatures, b.options)
	if err != nil {
		return nil, err
	}
	if x.folder, err = os.MkdirTemp(b.folder, "server-*"); err != nil {
		return nil, err
	}
	program := filepath.Join(x.folder, "program")
	if err := b.build(ctx, source, program); err != nil {
		return nil, err
	}
	if !b.options.Parallel {
		return x, x.start(ctx, program)
	}
	return x, x.start(ctx, program, "--num-threads", "2")
}

// client is a caller of a server that runs.
type client struct {
	folder     string
	within     string // the folder in which it runs, if not the test's
	interfaces map[string]entry.Interface
	command    *exec.Cmd
	in         io.WriteCloser
	out        *bufio.Reader
	errors     bytes.Buffer
	failed     func(...any)
}

func (x *client) start(ctx context.Context, program string, options ...string) (err error) {
	x.command = exec.CommandContext(context.WithoutCancel(ctx), program, options...)
	x.command.Stderr = &x.errors
	x.command.Dir = x.within
	if x.in, err = x.command.StdinPipe(); err != nil {
		return err
	}
	out, err := x.command.StdoutPipe()
	if err != nil {
		return err
	}
	x.out = bufio.NewReader(out)
	if err := x.command.Start(); err != nil {
		return err
	}
	_, err = x.answer()
	return err
}

// answer reads the lines up to %%% OK. A failure is a *fault.Failure.
func (x *client) answer() ([]string, error) {
	var lines []string
	failed := false
	for {
		line, err := x.out.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("the server ended: %w: %s", err, x.errors.String())
		}
		switch line = strings.TrimSuffix(line, "\n"); line {
		case "%%% OK":
			if failed {
				return nil, &fault.Failure{Message: strings.Join(lines, "\n")}
			}
			return lines, nil
		case "%%% FAILURE":
			failed = true
		default:
			lines = append(lines, line)
		}
	}
}

func (x *client) do(format string, args ...any) ([]string, error) {
	if _, err := fmt.Fprintf(x.in, format+"\n", args...); err != nil {
		return nil, err
	}
	return x.answer()
}

// Run stores the arguments in a file, and reads the results from one.
func (x *client) Run(_ context.Context, name string, args []value.Value) ([]value.Value, *backend.Report, error) {
	report := &backend.Report{}
	in, ok := x.interfaces[name]
	if !ok {
		return nil, report, fault.Failf("the program has no entry point %q", name)
	}
	if len(args) != len(in.Params) {
		_, err := entry.Sizes(paramsOf(in), args)
		return nil, report, err
	}
	file := filepath.Join(x.folder, "values")
	var stored bytes.Buffer
	if err := value.Write(&stored, value.Binary, args...); err != nil {
		return nil, report, err
	}
	if err := os.WriteFile(file, stored.Bytes(), 0o600); err != nil {
		return nil, report, err
	}
	restore, call, all := "restore "+file, "call "+name, ""
	for i := range in.Results {
		call += fmt.Sprintf(" out%d", i)
	}
	for i, p := range in.Params {
		restore += fmt.Sprintf(" in%d %s", i, entry.PlainType(p.Elem, len(p.Dims)).Name)
		call += fmt.Sprintf(" in%d", i)
		all += fmt.Sprintf(" in%d", i)
	}
	if _, err := x.do("%s", restore); err != nil {
		return nil, report, err
	}
	_, err := x.do("%s", call)
	if _, freed := x.do("free%s", all); freed != nil {
		return nil, report, fmt.Errorf("freeing arguments: %v", freed)
	}
	if err != nil {
		return nil, report, err
	}
	return x.results(file, len(in.Results), report)
}

func (x *client) results(file string, count int, report *backend.Report) ([]value.Value, *backend.Report, error) {
	names := ""
	for i := range count {
		names += fmt.Sprintf(" out%d", i)
	}
	if _, err := x.do("store %s%s", file, names); err != nil {
		return nil, report, fmt.Errorf("storing results: %v", err)
	}
	if _, err := x.do("free%s", names); err != nil {
		return nil, report, fmt.Errorf("freeing results: %v", err)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, report, err
	}
	defer f.Close()
	r, err := value.NewReader(f, file)
	if err != nil {
		return nil, report, err
	}
	results, err := r.All()
	if err == nil && len(results) != count {
		err = fmt.Errorf("the server stored %d values, not %d", len(results), count)
	}
	return results, report, err
}

func paramsOf(in entry.Interface) []entry.Param {
	var out []entry.Param
	for _, p := range in.Params {
		out = append(out, p.Param)
	}
	return out
}

// Close ends the server, which must say nothing on standard error.
func (x *client) Close() error {
	x.in.Close()
	_, _ = io.Copy(io.Discard, x.out)
	err := x.command.Wait()
	if x.errors.Len() > 0 {
		err = errors.Join(err, errors.New(x.errors.String()))
	}
	if err != nil {
		x.failed(err)
	}
	return errors.Join(err, os.RemoveAll(x.folder))
}

// blocksVariable names the folders and files whose test blocks are to run, relative to the
// repository, with colons between.
const blocksVariable = "LAMINA_LIBRARY_PROGRAMS"

// Test blocks hold through the C library and the protocol of servers: a sample, or those of the
// folders that the variable names.
func TestBlocks(t *testing.T) {
	need(t, "cc")
	runBlocks(t, serversOf(t))
}

func runBlocks(t *testing.T, b served) {
	root := "../../../.."
	paths := []string{filepath.Join(root, "examples/lud.fut"), filepath.Join(root, "examples/matmul.fut")}
	if asked := os.Getenv(blocksVariable); asked != "" {
		paths = filepath.SplitList(asked)
		for i, p := range paths {
			if !filepath.IsAbs(p) {
				paths[i] = filepath.Join(root, p)
			}
		}
	}
	files, err := runner.Find(paths)
	if err != nil {
		t.Fatal(err)
	}
	d, err := driver.New(b)
	if err != nil {
		t.Fatal(err)
	}
	passed := 0
	config := runner.Config{Driver: d, Targets: []runner.Target{{Backend: b.name, Name: b.name}}, Report: func(r runner.Result) {
		switch r.Status {
		case runner.Failed:
			t.Error(r)
		case runner.Passed:
			passed++
		}
	}}
	for _, file := range files {
		if err := config.File(t.Context(), file); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	t.Logf("%d cases passed", passed)
	if passed == 0 {
		t.Error("no case ran")
	}
}

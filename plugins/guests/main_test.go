package guests

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/guests/bad"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/host/weigh"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// TestMain makes this executable the misbehaving plugin when a host starts it as one.
func TestMain(m *testing.M) {
	if os.Getenv(protocol.CookieKey) == protocol.CookieValue {
		if len(os.Args) > 2 && strings.HasPrefix(os.Args[1], rawArgument) {
			serveRaw(strings.TrimPrefix(os.Args[1], rawArgument), os.Args[2])
		}
		sdk.Serve(bad.Service{Plugin: bad.Plugin})
	}
	if role := os.Getenv(hostRole); role != "" {
		beHost(role)
	}
	debug.SetGCPercent(100) // what the bounds on memory are for, whatever GOGC says
	code := m.Run()
	if scratch.dir != "" {
		os.RemoveAll(scratch.dir)
	}
	os.Exit(code)
}

// scratch is a folder shared by all tests, for modules and their compiled code, which take
// seconds to make.
var scratch struct {
	once sync.Once
	dir  string
	err  error
}

// folder returns a subfolder of the scratch folder.
func folder(t *testing.T, name string) string {
	scratch.once.Do(func() { scratch.dir, scratch.err = os.MkdirTemp("", "guests") })
	if scratch.err != nil {
		t.Fatal(scratch.err)
	}
	return filepath.Join(scratch.dir, name)
}

var module sync.Mutex

// badModule returns package bad as a wasm module that plugins may be: its table is bounded.
func badModule(t *testing.T) string {
	module.Lock()
	defer module.Unlock()
	file := folder(t, "bad.wasm")
	if _, err := os.Stat(file); err == nil {
		return file
	}
	code, err := os.ReadFile(goModule(t))
	if err != nil {
		t.Fatal(err)
	}
	code, _, err = weigh.Bound(code)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, code, 0o644); err != nil {
		t.Fatal(err)
	}
	// Compile it once here, not in all tests at the same time.
	if _, err := newHost(t, nil).Open(t.Context(), host.Source{Path: file}); err != nil {
		t.Fatal(err)
	}
	return file
}

// goModule returns package bad as a wasm module as Go builds it: here, or, without the go command,
// the file that LAMINA_BAD_MODULE names.
func goModule(t *testing.T) string {
	if file := os.Getenv("LAMINA_BAD_MODULE"); file != "" {
		return filepath.Join(os.Getenv("TEST_SRCDIR"), os.Getenv("TEST_WORKSPACE"), file)
	}
	file := folder(t, "bad.go.wasm")
	if _, err := os.Stat(file); err == nil {
		return file
	}
	c := exec.Command("go", "build", "-ldflags=-s -w", "-o", file, "./bad/plugin")
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("building the module: %v\n%s", err, out)
	}
	return file
}

// this returns package bad as a process.
func this(t testing.TB) string {
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// newHost returns a host with an empty cache of descriptions.
func newHost(t *testing.T, stderr io.Writer) *host.Host {
	config := host.Config{Cache: folder(t, "cache")}
	if stderr != nil {
		config.Stderr = stderr
	}
	h := host.New(config)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

const program = `lamina soac

entry (x: "i64") -> ("i64")
fun main(x_1: i64) -> (r_2: i64) {
  let (y_3: i64) = add.i64(x_1, 1i64)
  let (z_4: i64) = mul.i64(y_3, 2i64)
  in (z_4)
}
`

func parsed(t *testing.T) *pass.Unit {
	u, err := unit()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func unit() (*pass.Unit, error) {
	p, err := ir.Parse("program.lir", program)
	return &pass.Unit{IR: p}, err
}

// run runs a pass of a plugin on a unit.
func run(ctx context.Context, m pass.Manager, u *pass.Unit, p *host.Plugin, name string) error {
	pl, err := pass.NewRegistry(p.Passes...).Parse(name, u.Level())
	if err != nil {
		return err
	}
	_, err = m.Run(ctx, pl, u)
	return err
}

// oneLine checks that an error is a one-line fault that contains the wanted texts.
func oneLine(t *testing.T, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	t.Log(err)
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the message has more than one line:\n%v", err)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the message lacks %q:\n%v", w, err)
		}
	}
}

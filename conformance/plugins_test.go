package conformance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// TestMain makes of this executable the memory plugin, when a host starts it.
func TestMain(m *testing.M) {
	if os.Getenv(protocol.CookieKey) == protocol.CookieValue {
		sdk.Main(memory.Plugin)
	}
	os.Exit(m.Run())
}

// memoryModule is the memory plugin as wasm: built here by the command that
// builds it for people, or, where the go command is not at hand, the file that
// LAMINA_MEMORY_MODULE names.
func memoryModule(t *testing.T) string {
	if file := os.Getenv("LAMINA_MEMORY_MODULE"); file != "" {
		return filepath.Join(os.Getenv("TEST_SRCDIR"), os.Getenv("TEST_WORKSPACE"), file)
	}
	dir := t.TempDir()
	if out, err := exec.Command(filepath.Join(repository.Root(t), "tools", "build-plugins"), dir).CombinedOutput(); err != nil {
		t.Fatalf("building the plugins: %v\n%s", err, out)
	}
	return filepath.Join(dir, "memory.wasm")
}

// TestTransportsGiveTheSameProgram runs each memory pass on every program of the
// repository, in this process, in one of its own, and as wasm: the encoded
// programs must be the same to the last byte.
func TestTransportsGiveTheSameProgram(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := host.New(host.Config{Cache: t.TempDir(), Stderr: t.Output()})
	defer h.Close()
	transports := map[string]*host.Plugin{}
	whole := map[string]*pass.Registry{} // with the passes of a plugin that is the compiler's own
	for name, s := range map[string]host.Source{
		"process": {Path: self},
		"wasm":    {Path: memoryModule(t), Ours: true},
	} {
		if transports[name], err = h.Open(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if got := transports[name].Transport(); got != name {
			t.Errorf("%s is loaded by transport %s", s.Path, got)
		}
		own, err := h.Trust(s, memory.Plugin.Passes, memory.Plugin.Along)
		if err != nil {
			t.Fatal(err)
		}
		if whole[name], err = d.Passes.Replacing(own.Passes...); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range repository.Programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			u := inMemory(t, d, file)
			want := encodedBehind(t, d.Passes, u.Clone(), 0)
			for name, passes := range whole {
				if got := encodedBehind(t, passes, u.Clone(), 1); !bytes.Equal(got, want) {
					t.Errorf("all passes together over transport %s make another program", name)
				}
			}
			for i, p := range memory.Plugin.Passes {
				before := u.Clone()
				want := encodedAfter(t, p, u)
				for name, plugin := range transports {
					got := encodedAfter(t, plugin.Passes[i], before.Clone())
					if !bytes.Equal(got, want) {
						t.Errorf("pass %s over transport %s makes another program", p.Name, name)
					}
				}
			}
		})
	}
}

// inMemory takes a program to level mem, before the memory passes.
func inMemory(t *testing.T, d *driver.Driver, file string) *pass.Unit {
	u, err := d.Load(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	u.Target = b.Target()
	pipeline := d.Until(b.Pipeline(), pass.Soac, pass.Kernel) + ",introduce-memory,simplify,hoist-allocs"
	if _, err := d.Optimise(t.Context(), u, pipeline, driver.Config{}); err != nil {
		t.Fatal(err)
	}
	return u
}

// encodedBehind runs all memory passes, and those of the default pipeline between them,
// and encodes the program. They must go to a plugin that often.
func encodedBehind(t *testing.T, passes *pass.Registry, u *pass.Unit, crossings int) []byte {
	t.Helper()
	p, err := passes.Parse("short-circuit,simplify,lower-allocs,merge-blocks,double-buffer,expand-memory", pass.Mem)
	if err != nil {
		t.Fatal(err)
	}
	report, err := new(pass.Manager).Run(t.Context(), p, u)
	if err != nil {
		t.Fatal(err)
	}
	for _, t := range report.Times {
		if t.Crossing > 0 {
			crossings--
		}
	}
	if crossings != 0 {
		t.Errorf("%v: that is %d crossings to a plugin too many", report.Times, -crossings)
	}
	b, err := encoded(u.IR, u.Imp)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// encodedAfter runs one pass and encodes the program.
func encodedAfter(t *testing.T, p *pass.Pass, u *pass.Unit) []byte {
	t.Helper()
	steps := []pass.Step{{Pass: p, Options: p.Defaults()}}
	if _, err := new(pass.Manager).Run(t.Context(), &pass.Pipeline{Steps: steps, Start: pass.Mem, End: pass.Mem}, u); err != nil {
		t.Fatal(err)
	}
	b, err := encoded(u.IR, u.Imp)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func encoded(p *ir.Program, q *imp.Program) ([]byte, error) {
	if q != nil {
		return wire.MarshalImp(q)
	}
	return wire.Marshal(p)
}

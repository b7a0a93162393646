package conformance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// TestMain makes this executable act as the memory plugin when a host starts it.
func TestMain(m *testing.M) {
	if os.Getenv(protocol.CookieKey) == protocol.CookieValue {
		sdk.Main(memory.Plugin)
	}
	os.Exit(m.Run())
}

// memoryModule returns the memory plugin as wasm: built by the command that users run, or,
// without the go command, the file that LAMINA_MEMORY_MODULE names.
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

// machines are the targets of the backends. Those for GPUs are described without linking a
// driver.
var machines = []struct {
	name     string
	target   target.Target
	pipeline string
}{
	{"wasm", wasm.New().Target(), wasm.New().Pipeline()},
	{"cuda", cuda.New().Target(), cuda.New().Pipeline()},
	{"opencl", opencl.New().Target(), opencl.New().Pipeline()},
	{"opencl on a processor", target.Processor(), gpu.ProcessorPipeline},
}

// transports are the ways to the memory passes' plugin: its passes, and the compiler's with them in place of
// its own.
type transports struct {
	driver  *driver.Driver
	plugins map[string]*host.Plugin
	whole   map[string]*pass.Registry
}

func openTransports(t *testing.T) *transports {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := host.New(host.Config{Cache: t.TempDir(), Stderr: t.Output()})
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	patient := host.Limits{Start: time.Hour, Run: time.Hour} // compiling a module takes minutes on a busy machine
	out := &transports{d, map[string]*host.Plugin{}, map[string]*pass.Registry{}}
	for name, s := range map[string]host.Source{
		"process": {Path: self, Limits: patient},
		"wasm":    {Path: memoryModule(t), Ours: true, Limits: patient},
	} {
		if out.plugins[name], err = h.Open(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if got := out.plugins[name].Transport(); got != name {
			t.Errorf("%s is loaded by transport %s", s.Path, got)
		}
		own, err := h.Trust(s, memory.Plugin.Passes, memory.Plugin.Along)
		if err != nil {
			t.Fatal(err)
		}
		if out.whole[name], err = d.Passes.Replacing(own.Passes...); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestHoistingOverTransports hoists the allocations of kernels, which DPIA and FCL prescribe, in this
// process, in a separate process and as wasm: the encoded programs must be identical. A program whose
// kernels allocate nothing does not cross.
func TestHoistingOverTransports(t *testing.T) {
	via := openTransports(t)
	hoisted := 0
	for _, file := range repository.Programs(t) {
		if filepath.Ext(file) == ".fut" {
			continue // its kernels are not prescribed
		}
		loaded, err := via.driver.Load(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if loaded.Level() != pass.Imp {
			continue
		}
		run := func(passes *pass.Registry) ([]byte, bool) {
			p, err := passes.Parse("expand-allocs", pass.Imp)
			if err != nil {
				t.Fatal(err)
			}
			u := loaded.Clone()
			report, err := new(pass.Manager).Run(t.Context(), p, u)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			b, err := encoded(u.IR, u.Imp)
			if err != nil {
				t.Fatal(err)
			}
			return b, report.Times[0].Crossing > 0
		}
		before, err := encoded(loaded.IR, loaded.Imp)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := run(via.driver.Passes)
		moved := !bytes.Equal(before, want)
		if moved {
			hoisted++
		}
		for name, passes := range via.whole {
			got, crossed := run(passes)
			if !bytes.Equal(got, want) {
				t.Errorf("%s: pass expand-allocs over transport %s makes another program", file, name)
			}
			if crossed != moved {
				t.Errorf("%s: crosses to the %s: %v, but allocations move: %v", file, name, crossed, moved)
			}
		}
	}
	if hoisted < 2 {
		t.Errorf("%d programs have allocations to hoist", hoisted)
	}
}

// TestTransportsGiveTheSameProgram runs the memory passes on every program of the
// repository, for every machine: in this process, in a separate process, and as wasm. The
// encoded programs must be identical. For the first machine it also runs each pass alone.
func TestTransportsGiveTheSameProgram(t *testing.T) {
	via := openTransports(t)
	d := via.driver
	for _, file := range repository.Programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			loaded, err := d.Load(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			if loaded.Level() > pass.Mem {
				t.Skip("it begins at imp, after the memory passes")
			}
			for i, m := range machines {
				u := loaded.Clone()
				u.Target = m.target
				before, within := memoryPasses(t, d.Passes, m.pipeline)
				if _, err := new(pass.Manager).Run(t.Context(), before, u); err != nil {
					t.Fatal(err)
				}
				want := encodedAfterPipeline(t, d.Passes, within, u.Clone(), 0)
				for name, passes := range via.whole {
					if got := encodedAfterPipeline(t, passes, within, u.Clone(), 1); !bytes.Equal(got, want) {
						t.Errorf("for %s, all passes together over transport %s make another program", m.name, name)
					}
				}
				if i == 0 {
					oneByOne(t, via.plugins, u)
				}
			}
		})
	}
}

// oneByOne runs each memory pass alone, in turn, in this process and over each transport.
func oneByOne(t *testing.T, transports map[string]*host.Plugin, u *pass.Unit) {
	t.Helper()
	for i, p := range memory.Plugin.Passes {
		if !p.From.Has(pass.Mem) {
			continue
		}
		before := u.Clone()
		want := encodedAfter(t, p, u)
		for name, plugin := range transports {
			if got := encodedAfter(t, plugin.Passes[i], before.Clone()); !bytes.Equal(got, want) {
				t.Errorf("pass %s over transport %s makes another program", p.Name, name)
			}
		}
	}
}

// memoryPasses splits a backend's pipeline: the part before the first memory pass, and the
// part from there to the last, as text.
func memoryPasses(t *testing.T, passes *pass.Registry, pipeline string) (before *pass.Pipeline, within string) {
	t.Helper()
	full, err := passes.Parse(pipeline, pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	of := func(s pass.Step) bool {
		return slices.Contains(memory.Plugin.Passes, s.Pass) && s.Pass.From.Has(pass.Mem)
	}
	first := slices.IndexFunc(full.Steps, of)
	last := len(full.Steps)
	for !of(full.Steps[last-1]) {
		last--
	}
	before = &pass.Pipeline{Steps: full.Steps[:first], Start: pass.Soac, End: pass.Mem}
	return before, (&pass.Pipeline{Steps: full.Steps[first:last]}).String()
}

// encodedAfterPipeline runs a pipeline of memory passes and encodes the program. The passes must
// cross to a plugin the given number of times.
func encodedAfterPipeline(t *testing.T, passes *pass.Registry, pipeline string, u *pass.Unit, crossings int) []byte {
	t.Helper()
	p, err := passes.Parse(pipeline, pass.Mem)
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

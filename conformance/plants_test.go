package conformance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// plant is a fault that the author of a backend might make, planted in a working backend:
// it modifies the text of imperative programs before the backend gets them. The suite must
// find each of them. Plants exist in this test only.
type plant struct {
	name string // as in the table of docs/conformance.md
	on   func() backend.Backend
	by   string // name fragment of the cases that should find it
	find string // a regular expression on the program's lines
	put  string
}

func embedded() backend.Backend { return wasm.NewWithCache("") }

// mirrored runs programs in the reference interpreter, which has work-groups and checks
// memory accesses.
func mirrored() backend.Backend { return mirror{embedded()} }

var plants = []plant{
	{"an operator for another: max for min", embedded, "numerics/min.", `\bmin\.`, "max."},
	{"operands exchanged: y − x for x − y", embedded, "numerics/sub.", `\bsub\.(\w+)\(([\w.]+), ([\w.]+)\)`, "sub.$1($3, $2)"},
	{"division that rounds towards zero", embedded, "numerics/div.", `\bdiv\.i`, "quot.i"},
	{"a shift that keeps no sign", embedded, "numerics/shr.", `\bshr\.i`, "lshr.i"},
	{"unsigned integers converted as signed ones", embedded, "numerics/convert.u32.", `\bconvert\.u32\.f32\((\w+)\)`, "convert.i32.f32(convert.u32.i32($1))"},
	{"a root in single precision", embedded, "numerics/sqrt.", `\bsqrt\.f64\((\w+)\)`, "convert.f32.f64(sqrt.f32(convert.f64.f32($1)))"},
	{"a comparison that is wrong for NaN", embedded, "numerics/le.", `\ble\.f32\((\w+), (\w+)\)`, "not.bool(gt.f32($1, $2))"},
	{"a loop that ends one iteration early", embedded, "sizes/loop-update", `^(\s*for \w+: i64 < )(.*?)( @\S+)? \{$`, "$1($2) - 1$3 {"},
	{"a kernel without the last of its outer iterations", embedded, "layouts/transpose", `^(\s*parallel "\w+" \(\w+ < )(\w+)(, .*)$`, "$1$2 - 1$3"},
	{"an offset misplaced by one element", embedded, "sizes/loop-update", `^(\s*\w+\.i64\[.* in )0( \+ .*\] <- .*)$`, "${1}1$2"},
	{"bounds checks skipped", embedded, "errors/index", `^\s*assert\(.*$`, ""},
	{"branches taken the wrong way", embedded, "layouts/either-branch", `^(\s*if )(.*) \{$`, "${1}not.bool($2) {"},
	{"a barrier dropped", mirrored, "kernels/", `^\s*barrier$`, ""},
	{"an atomic addition that forgets what was there", mirrored, "kernels/", `^(\s*atomic\(.*), add, `, "$1, exchange, "},
	{"a block read after it was let go", mirrored, "kernels/", `(?m)^(\s*var \w+: \w+ = )(\w+)(\.\w+\[.*)$`, "  $2 <- hold()\n$1$2$3"},
}

// planted is a backend with a plant.
type planted struct {
	backend.Backend
	t     *testing.T
	plant *plant
}

func (b planted) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	find := regexp.MustCompile(b.plant.find)
	var out strings.Builder
	for line := range strings.Lines(p.String()) {
		out.WriteString(find.ReplaceAllString(strings.TrimSuffix(line, "\n"), b.plant.put) + "\n")
	}
	changed, err := imp.Parse("planted", out.String())
	if err != nil {
		b.t.Errorf("the plant leaves no program: %v", err)
		return nil, err
	}
	return b.Backend.Compile(ctx, changed, o)
}

// mirror is a backend that runs interp.Imp.
type mirror struct{ backend.Backend }

// Pipeline leaves kernels as they are: the interpreter runs work-groups.
func (m mirror) Pipeline() string {
	return strings.Replace(m.Backend.Pipeline(), "group-loops,", "", 1)
}

type mirrorExecutable struct{ program *imp.Program }

func (mirror) Compile(_ context.Context, p *imp.Program, _ backend.Options) (backend.Executable, error) {
	return mirrorExecutable{p}, nil
}

func (x mirrorExecutable) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	values, _, err := interp.Imp(ctx, x.program, entry, args, interp.Options{MaxSteps: 5_000_000})
	return values, &backend.Report{}, err
}

func (mirrorExecutable) Close() error { return nil }

// catches returns the first two cases that fail because of a plant.
func catches(t *testing.T, p *plant) []string {
	healthy, err := driver.New(renamed{p.on()})
	if err != nil {
		t.Fatal(err)
	}
	sick, err := driver.New(renamed{planted{p.on(), t, p}})
	if err != nil {
		t.Fatal(err)
	}
	var caught []string
	for _, c := range suite.All() {
		if !strings.Contains(c.ID(), p.by) || slices.Contains(c.Needs, "large") || try(c, sick) == nil {
			continue
		}
		if err := try(c, healthy); err != nil {
			t.Errorf("%s fails without the fault: %v", c.ID(), err)
		}
		if caught = append(caught, c.ID()); len(caught) == 2 {
			break
		}
	}
	return caught
}

// renamed is a backend under the name that the suite uses.
type renamed struct{ backend.Backend }

func (renamed) Name() string { return "planted" }

func try(c *suite.Case, d *driver.Driver) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return c.Run(ctx, &suite.Subject{Driver: d, Backend: "planted"})
}

// TestPlantedFaultsAreFound plants each fault and compares the table of the cases that
// caught it with that in docs/conformance.md. LAMINA_UPDATE=1 writes the table.
func TestPlantedFaultsAreFound(t *testing.T) {
	rows := make([]string, len(plants))
	t.Run("plants", func(t *testing.T) {
		for i := range plants {
			p := &plants[i]
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				caught := catches(t, p)
				if len(caught) == 0 {
					t.Error("no case finds it")
				}
				rows[i] = fmt.Sprintf("| %s | `%s` |\n", p.name, strings.Join(caught, "`, `"))
			})
		}
	})
	const begin = "| fault | the first cases that find it |\n|---|---|\n"
	file := filepath.Join(repository.Root(t), "docs", "conformance.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(page), begin)
	at := strings.Index("\n"+rest, "\n\n")
	if !ok || at < 0 {
		t.Fatal("docs/conformance.md has no table of faults")
	}
	table, tail := rest[:max(0, at-1)], rest[max(0, at-1):]
	want := strings.Join(rows, "")
	if strings.TrimSpace(table) == strings.TrimSpace(want) {
		return
	}
	if os.Getenv("LAMINA_UPDATE") == "" {
		t.Fatalf("docs/conformance.md says\n%s\nand it is\n%s\n(LAMINA_UPDATE=1 writes it)", table, want)
	}
	if err := os.WriteFile(file, []byte(head+begin+want+tail), 0o666); err != nil {
		t.Fatal(err)
	}
}

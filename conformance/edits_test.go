package conformance

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/conformance/generate/source"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	src "github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

var (
	edits    = flag.Int("edits", 0, "random edits of schedules of each test (default: 40 of programs that are run, short runs 12; 400 of text)")
	editSeed = flag.Uint64("editseed", 1, "the seed of random edits of schedules")
	editOn   = flag.String("editon", "", "the only machine of TestEditedSchedulesChangeNoResult")
)

// edited are the machines that edited schedules are for: backends, the interpreter of a GPU's program, and what is
// linked and plugged in as a GPU.
var edited = []runner.Target{
	{Name: "wasm", Backend: "wasm", Check: true},
	{Name: "c", Backend: "c"},
	{Name: "gpu", Backend: driver.Interpreter, Custom: true, Check: true, Pipeline: machines[1].pipeline, Machine: machines[1].target},
	{Name: "opencl", Backend: "opencl", Device: "0:0:gpu"},
}

// likely are levels that operations may have instead, by the level that the compiler chose.
var likely = map[string][]string{
	"fused":      {"grid", "thread", "sequential", "fused", "grid apart"},
	"grid":       {"grid", "group", "group 4", "group 64", "warp", "sequential", "either 3", "grid apart"},
	"thread":     {"thread", "sequential", "grid", "group", "group 4", "warp", "group shared", "group 50 shared", "thread"},
	"sequential": {"sequential", "grid", "group 4", "group shared"},
}

// words are what schedules can say of an operation, each a part of a line.
var words = [][]string{
	{"grid", "group", "group 4", "group 64", "warp", "thread", "sequential", "either", "either 3", "fused", ""},
	{"vector 2", "vector 4"},
	{"private", "global", "shared"},
	{"apart"},
	{"unroll", "no-unroll"},
	{"cooperate", "no-cooperate"},
}

// prescription is a random one that can be written, for an operation of which the compiler chose a level.
func prescription(random *rand.Rand, chosen string) schedule.Prescription {
	for {
		var line []string
		for i, w := range words {
			if i == 0 && likely[chosen] != nil && random.IntN(8) > 0 {
				w = likely[chosen]
			}
			if i == 0 || random.IntN(10) == 0 {
				line = append(line, w[random.IntN(len(w))])
			}
		}
		if p, err := schedule.Parse(strings.Join(line, " ")); err == nil {
			return p
		}
	}
}

// edit prescribes something else, or nothing, of some lines of a schedule. Most schedules get few new prescriptions:
// the more there are, the more is refused.
func edit(random *rand.Rand, text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var left []int // of which there is something to prescribe
	for i, l := range lines {
		if !strings.HasPrefix(l, "--") || random.IntN(10) == 0 {
			left = append(left, i)
		}
	}
	if random.IntN(2) == 0 { // the compiler chooses again what is not edited
		for i := range lines {
			lines[i] = "-- " + strings.TrimPrefix(lines[i], "-- ")
		}
	}
	for range min(1+random.IntN(2)*random.IntN(3), len(left)) {
		i := left[random.IntN(len(left))]
		place, _, _ := strings.Cut(strings.TrimPrefix(lines[i], "-- "), ": ")
		fields := strings.Fields(place)
		if len(fields) < 3 {
			continue
		}
		chosen := ""
		if len(fields) > 3 {
			chosen = fields[3]
		}
		lines[i] = strings.Join(fields[:3], " ") + " " + prescription(random, chosen).String()
	}
	return strings.Join(lines, "\n") + "\n"
}

// clear reports whether an error is one of the schedule or of what it prescribes, with a place.
func clear(err error) bool {
	var refused *schedule.Refused
	var wrong *src.Error
	return errors.As(err, &refused) && place.MatchString(err.Error()) || errors.As(err, &wrong) && wrong.Pos.IsValid()
}

var place = regexp.MustCompile(`\S+:\d+:\d+: `)

// TestEditedSchedulesChangeNoResult prints the schedules of random programs and of the repository's, edits them at
// random in ways that the language of schedules allows, and compiles by them: programs give the results that they
// give without, or there is one error with a place and a reason. With the build tag opencl, also on a processor's
// OpenCL that is taken for a GPU.
//
//	go test ./conformance -run TestEditedSchedules -edits 5000 -editseed 7
func TestEditedSchedulesChangeNoResult(t *testing.T) {
	d, err := driver.New(opencl.New())
	if err != nil {
		t.Fatal(err)
	}
	files := slices.DeleteFunc(repository.Programs(t), func(f string) bool { return filepath.Ext(f) != ".fut" })
	count := 40
	if testing.Short() {
		count = 12
	}
	if *edits > 0 {
		count = *edits
	}
	for _, m := range edited {
		t.Run(m.Name, func(t *testing.T) {
			if *editOn != "" && *editOn != m.Name {
				t.Skip("not asked for")
			}
			if m.Backend != driver.Interpreter {
				b, err := d.Backends.Lookup(m.Backend)
				if err != nil {
					t.Fatal(err)
				}
				var unavailable *backend.UnavailableError
				if _, err := b.Probe(t.Context()); errors.As(err, &unavailable) {
					t.Skip(err)
				}
			}
			random := rand.New(rand.NewPCG(*editSeed, 3))
			e := &editor{d, random, m, t.TempDir(), 0, 0}
			for range count / len(edited) {
				if random.IntN(4) == 0 {
					e.file(t, files[random.IntN(len(files))])
				} else {
					e.generated(t, random.Uint64N(1<<20)/10*10)
				}
			}
			t.Logf("%d schedules carried out, %d refused", e.carriedOut, e.refused)
			if e.carriedOut == 0 && count >= 40 {
				t.Error("no schedule was carried out")
			}
		})
	}
}

// editor edits schedules for a machine.
type editor struct {
	*driver.Driver
	*rand.Rand
	runner.Target
	dir                 string
	carriedOut, refused int
}

// schedule is the text of the schedule that the compiler chooses for u, or "" if there is no operation.
func (e *editor) schedule(t *testing.T, u *pass.Unit) string {
	pipeline := e.Pipeline
	u = u.Clone()
	u.Target = e.Machine
	if !e.Custom {
		b, err := e.Backends.Lookup(e.Backend)
		if err != nil {
			t.Fatal(err)
		}
		pipeline, u.Target = b.Pipeline(), b.Target()
	}
	text, err := e.Driver.Schedule(t.Context(), u, pipeline, driver.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, u)
	}
	return text
}

// generated runs the random program of a seed by an edited schedule.
func (e *editor) generated(t *testing.T, seed uint64) {
	s := source.Seeded(seed)
	u, err := e.LoadText(t.Context(), "random.fut", []byte(s.Text))
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	limits := interp.Options{MaxSteps: 5_000_000, MaxBytes: 1 << 28}
	want, wanted := interp.Value(t.Context(), u.IR, "main", s.Args, limits)
	chosen := e.schedule(t, u)
	if errors.Is(wanted, interp.ErrStopped) || chosen == "" {
		return
	}
	text := edit(e.Rand, chosen)
	about := func() string { return fmt.Sprintf("seed %d, by\n%s\nin place of\n%s\n%s", seed, text, chosen, s.Text) }
	if err := schedule.Apply(u.IR, "schedule", text); err != nil {
		if !clear(err) {
			t.Errorf("%v: %s", err, about())
		}
		e.refused++
		return
	}
	x, _, err := e.Build(t.Context(), u, driver.Config{
		Backend: e.Backend, Pipeline: e.Pipeline, Custom: e.Custom, Machine: e.Machine, Check: e.Check, Run: backend.Options{Device: e.Device, Threads: 2},
	})
	if err != nil {
		if !clear(err) {
			t.Errorf("%v: %s", err, about())
		}
		e.refused++
		return
	}
	defer x.Close()
	e.carriedOut++
	got, _, err := x.Run(t.Context(), "main", s.Args)
	var failure *fault.Failure
	switch {
	case wanted != nil && !errors.As(err, &failure), wanted == nil && err != nil:
		t.Errorf("%v, %v, and without %v, %v: %s", got, err, want, wanted, about())
	case wanted == nil && !slices.EqualFunc(got, want, value.Equal):
		t.Errorf("%v, not %v: %s", got, want, about())
	}
}

// file runs the test blocks of a program by an edited schedule.
func (e *editor) file(t *testing.T, name string) {
	u, err := e.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	chosen := e.schedule(t, u)
	if chosen == "" {
		return
	}
	text := edit(e.Rand, chosen)
	target := e.Target
	target.Schedule = filepath.Join(e.dir, "schedule.txt")
	if err := os.WriteFile(target.Schedule, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	refused, ran := false, false
	config := runner.Config{Driver: e.Driver, Targets: []runner.Target{target}, Timeout: time.Minute}
	config.Report = func(r runner.Result) {
		switch {
		case r.Status != runner.Failed, strings.Contains(r.Message, "the program may have"): // with the compiler's schedule
			ran = true
		case strings.Contains(r.Message, "prescribed") && place.MatchString(r.Message):
			refused = true
		case strings.Contains(r.Message, "took longer than a test may"):
			t.Logf("%s, by\n%s", r, text)
		default:
			t.Errorf("%s, by\n%s\nin place of\n%s", r, text, chosen)
		}
	}
	if err := config.File(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if refused {
		e.refused++
	} else if ran {
		e.carriedOut++
	}
}

// TestBrokenSchedulesAreRefused changes the text of schedules at random: they are read, or there is an error with
// the schedule's name and the line.
//
//	go test ./conformance -run TestBrokenSchedules -edits 50000
func TestBrokenSchedulesAreRefused(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(*editSeed, 4))
	count := 400
	if *edits > 0 {
		count = *edits
	}
	e := &editor{d, random, edited[0], "", 0, 0}
	for e.refused+e.carriedOut < count {
		s := source.Seeded(random.Uint64N(1<<20) / 10 * 10)
		u, err := d.LoadText(t.Context(), "random.fut", []byte(s.Text))
		if err != nil {
			t.Fatal(err)
		}
		chosen := e.schedule(t, u)
		if chosen == "" {
			continue
		}
		for range 50 {
			text := broken(random, edit(random, chosen))
			err := schedule.Apply(u.IR.Clone(), "schedule", text)
			var wrong *src.Error
			switch {
			case err == nil:
				e.carriedOut++
			case !errors.As(err, &wrong) || wrong.Pos.File != "schedule" || wrong.Pos.Line < 1 || wrong.Pos.Line > 1+strings.Count(text, "\n") || wrong.Pos.Col < 1:
				t.Fatalf("%v: of\n%s", err, text)
			default:
				e.refused++
			}
		}
	}
	t.Logf("%d schedules read, %d refused", e.carriedOut, e.refused)
}

// broken changes a few places of a text.
func broken(random *rand.Rand, text string) string {
	var all []string
	for _, w := range words {
		all = append(all, w...)
	}
	all = append(all, "lane", "local", "alone", "tile", "-1", "0", "9999999999999999999999", "#", "map#0", "\"", "\x00", "é", "--", "group 1025", "vector 3", "vector")
	for range 1 + random.IntN(3) {
		fields := regexp.MustCompile(`\s+|\S+`).FindAllString(text, -1)
		if len(fields) == 0 {
			return text
		}
		i := random.IntN(len(fields))
		switch f := fields[i]; random.IntN(6) {
		case 0:
			fields[i] = ""
		case 1:
			fields[i] = f + " " + f
		case 2:
			fields[i] = all[random.IntN(len(all))]
		case 3:
			fields[i] += " " + all[random.IntN(len(all))]
		case 4:
			k := random.IntN(len(f))
			fields[i] = f[:k] + string(rune(random.IntN(256))) + f[k+1:]
		case 5:
			j := random.IntN(len(fields))
			fields[i], fields[j] = fields[j], fields[i]
		}
		text = strings.Join(fields, "")
	}
	return text
}

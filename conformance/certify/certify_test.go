package certify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/browser"
)

// faultVariable names the environment variable with the backend's fault in a worker.
const faultVariable = "LAMINA_FAKE_FAULT"

// fake is the wasm backend with a fault.
type fake struct {
	backend.Backend
	fault string
	built int
}

func (f *fake) Name() string { return "fake" }

func (f *fake) Probe(ctx context.Context) ([]backend.Device, error) {
	switch f.fault {
	case "unavailable":
		return nil, &backend.UnavailableError{Backend: "fake", Reason: "there is no such machine; buy one"}
	case "broken":
		return nil, fmt.Errorf("the driver answers nonsense")
	case "two devices":
		return []backend.Device{{ID: "0", Name: "first"}, {ID: "1", Name: "second"}}, nil
	}
	return f.Backend.Probe(ctx)
}

// Chosen also finds devices by parts of their names.
func (f *fake) Chosen(device string) (backend.Device, error) {
	devices, err := f.Probe(context.Background())
	if err != nil {
		return backend.Device{}, err
	}
	for _, d := range devices {
		if device == "" || device == d.ID || strings.Contains(strings.ToUpper(d.Name), strings.TrimPrefix(device, "fake:")) {
			return d, nil
		}
	}
	return backend.Device{}, fmt.Errorf("no fake device is called %q", device)
}

// Compile triggers the fault on the second program that a process compiles.
func (f *fake) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	f.built++
	if f.built == 2 {
		switch f.fault {
		case "dies":
			fmt.Fprintln(os.Stderr, "fake driver: segmentation fault")
			os.Exit(9)
		case "hangs":
			time.Sleep(time.Hour)
		case "panics":
			panic("fake panic")
		case "prints":
			fmt.Println("fake driver: hello, standard output")
		}
	}
	if strings.Contains(p.String(), "= max.") || strings.Contains(p.String(), "<- max.") {
		switch f.fault {
		case "dies of max":
			os.Exit(9)
		case "hangs at max":
			time.Sleep(time.Hour)
		case "spins at max":
			spin(time.Hour)
		}
	}
	x, err := f.Backend.Compile(ctx, p, backend.Options{})
	if f.fault == "wrong" && err == nil {
		x = wrongResults{x}
	}
	return x, err
}

// spin takes processor time.
func spin(d time.Duration) {
	taken := func() time.Duration {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // of oneself it does not fail
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	for end := taken() + d; taken() < end; {
	}
}

// wrongResults changes the first element of the first result.
type wrongResults struct{ backend.Executable }

func (x wrongResults) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	out, r, err := x.Executable.Run(ctx, entry, args)
	if err == nil && len(out) > 0 && len(out[0].Data) > 0 {
		out[0].Data[0] ^= 1
	}
	return out, r, err
}

func TestMain(m *testing.M) {
	fault, isWorker := os.LookupEnv(faultVariable)
	if !isWorker {
		os.Exit(m.Run())
	}
	if fault == "dies at start" {
		os.Exit(7)
	}
	d, err := driver.New(&fake{Backend: wasm.NewWithCache(""), fault: fault})
	if err == nil {
		err = certify.Work(context.Background(), d, nil, certify.Device{Backend: "fake", ID: os.Args[len(os.Args)-1]})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// some returns five cases that each compile a program.
func some(t *testing.T) []*suite.Case {
	cases := certify.Filter(suite.All("sizes"), "sizes/map-")[:5]
	if len(cases) != 5 {
		t.Fatal("there are no five cases to try")
	}
	return cases
}

func run(t *testing.T, fault string, change func(*certify.Config)) *certify.Report {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := certify.Config{Cases: some(t), Timeout: 20 * time.Second, Targets: []certify.Target{{
		Backend: "fake", Command: []string{self}, Env: []string{faultVariable + "=" + fault},
	}}}
	if change != nil {
		change(&c)
	}
	report, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// A backend that dies, hangs or panics fails only the case it was running.
func TestFaultsCostTheirOwnCase(t *testing.T) {
	for _, c := range []struct{ fault, passed, failed, says string }{
		{"", "5", "0", ""},
		{"prints", "5", "0", ""},
		{"dies", "3", "2", "the process died: exit status 9\nits last words:\nfake driver: segmentation fault"},
		{"hangs", "3", "2", "took longer than a case may"},
		{"panics", "4", "1", "panic: fake panic"},
		{"wrong", "1", "4", "expected"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			d := run(t, c.fault, func(config *certify.Config) {
				if c.fault == "hangs" {
					config.Timeout = 2 * time.Second
				}
			}).Devices[0]
			if fmt.Sprint(d.Count[certify.Passed]) != c.passed || fmt.Sprint(d.Count[certify.Failed]) != c.failed {
				t.Errorf("%s, want %s passed and %s failed", d.Summary(), c.passed, c.failed)
			}
			for _, r := range d.Results {
				if r.Status == certify.Failed && !strings.Contains(r.Error, c.says) {
					t.Errorf("%s: %q does not say %q", r.Case, r.Error, c.says)
				}
			}
		})
	}
}

func TestUnavailableIsCountedApart(t *testing.T) {
	r := run(t, "unavailable", nil)
	if d := r.Devices[0]; r.Bad() || d.Unavailable != "there is no such machine; buy one" || len(d.Results) != 0 {
		t.Errorf("the report is %+v", d)
	}
	r = run(t, "unavailable", func(c *certify.Config) { c.Targets[0].Required = true })
	if !r.Bad() {
		t.Error("a required backend that is unavailable is no failure")
	}
	for _, fault := range []string{"broken", "dies at start"} {
		if r := run(t, fault, nil); !r.Bad() || r.Devices[0].Broken == "" {
			t.Errorf("%s: the report is %+v", fault, r.Devices[0])
		}
	}
}

func TestEveryDeviceHasAReport(t *testing.T) {
	r := run(t, "two devices", func(c *certify.Config) { c.Targets[0].Device = certify.All })
	if len(r.Devices) != 2 || r.Devices[0].Name != "first" || r.Devices[1].Device != "1" || len(r.Devices[1].Results) != 5 {
		t.Errorf("the reports are %+v", r.Devices)
	}
}

// A device selected by a part of its name is reported under its full name.
func TestDeviceByAPartOfItsName(t *testing.T) {
	d := run(t, "two devices", func(c *certify.Config) { c.Targets[0].Device = "fake:SECOND" }).Devices
	if len(d) != 1 || d[0].Device != "fake:SECOND" || d[0].Name != "second" {
		t.Errorf("reports of %+v, want one of fake:SECOND, called second", d)
	}
}

func TestUnknownDevice(t *testing.T) {
	d := run(t, "two devices", func(c *certify.Config) { c.Targets[0].Device = "third" }).Devices
	if len(d) != 1 || d[0].Broken != `no fake device is called "third"` {
		t.Errorf("reports of %+v, want one that says that there is none", d)
	}
}

func TestExpectations(t *testing.T) {
	cases := some(t)
	first, second := cases[0].ID(), cases[1].ID()
	expect := func(c *certify.Config) {
		c.Targets[0].Unsupported = []certify.Exception{{Cases: first, Reason: "never will be"}}
		c.Targets[0].Failing = []certify.Exception{{Cases: second, Reason: "is being worked at"}}
	}
	r := run(t, "", expect)
	if got := r.Devices[0].Results; got[0].Status != certify.Unsupported || got[0].Reason != "never will be" ||
		got[1].Status != certify.UnexpectedPass || !r.Bad() {
		t.Errorf("without a fault: %+v", got[:2])
	}
	r = run(t, "wrong", expect)
	if got := r.Devices[0].Results; got[1].Status != certify.ExpectedFailure || got[1].Error == "" || got[2].Status != certify.Failed {
		t.Errorf("with a fault: %+v", got[:3])
	}
}

// A generated program that a backend miscomputes is reduced, saved as a file that shows the
// error, and reported with the command to repeat it. The report also says what generated
// programs reached.
func TestDisagreement(t *testing.T) {
	through, err := suite.ParseCombination("all/inprocess")
	if err != nil {
		t.Fatal(err)
	}
	d := run(t, "wrong", func(c *certify.Config) {
		c.Cases, c.Timeout = suite.Fuzz(3, 1, []suite.Combination{through}, false), certify.CaseTimeout
	}).Devices[0]
	if !d.Reached["op map"] || !d.Reached["level imp"] || !d.Reached["pass to-imp"] {
		t.Errorf("reached: %v", d.Reached)
	}
	found := 0
	for _, r := range d.Results {
		if r.Status != certify.Failed {
			continue // its first result is empty, or it fails: nothing to miscompute
		}
		found++
		seed := strings.Split(r.Case, "/")[1]
		if want := "lamina conformance --backend fake --fuzz 1 --seed " + seed + " --pipelines all/inprocess"; !strings.Contains(r.Error, want) {
			t.Errorf("%s does not say %q:\n%s", r.Case, want, r.Error)
		}
		small, err := driver.New()
		if err != nil {
			t.Fatal(err)
		}
		u, err := small.LoadText(t.Context(), "case.lir", []byte(r.File))
		if err != nil {
			t.Fatalf("%s: the file: %v\n%s", r.Case, err, r.File)
		}
		if n := strings.Count(r.File, "let ("); n > 4 || !strings.Contains(r.File, "\n-- input {") || len(u.Entries()) != 1 {
			t.Errorf("%s: the file has %d statements:\n%s", r.Case, n, r.File)
		}
	}
	if found == 0 {
		t.Errorf("no program of three shows it: %+v", d.Results)
	}
}

// aroundAMax returns generated programs for three cases. Only the second one contains a
// max; it is the shortest of forty programs that do. seed generates it, and it has that
// many statements.
func aroundAMax(through suite.Combination) (cases []*suite.Case, seed uint64, statements int) {
	var lost *suite.Case
	var others []*suite.Case
	for s := range uint64(40) {
		c := suite.Fuzz(1, s, []suite.Combination{through}, false)[0]
		program, _ := generate.Program(draw.Replay(c.Tape()))
		text := program.String()
		n := strings.Count(text, "let (")
		switch {
		case !strings.Contains(text, "max."):
			others = append(others, c)
		case lost == nil || n < statements:
			lost, seed, statements = c, s, n
		}
	}
	return []*suite.Case{others[0], lost, others[1]}, seed, statements
}

// A generated program that kills the backend's process is reduced, too.
func TestLostProcessIsMadeSmaller(t *testing.T) {
	through, err := suite.ParseCombination("none/inprocess")
	if err != nil {
		t.Fatal(err)
	}
	cases, seed, before := aroundAMax(through)
	for _, c := range []struct {
		fault, says string
		timeout     time.Duration
		smaller     bool // before the time is up
	}{
		{"dies of max", "the process died: exit status 9", certify.CaseTimeout, true},
		{"hangs at max", "no answer within ", 10 * time.Second, false},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			d := run(t, c.fault, func(config *certify.Config) {
				config.Cases, config.Timeout = cases, c.timeout
				if !c.smaller {
					config.Smaller = 5 * time.Second
				}
			}).Devices[0]
			if d.Count[certify.Passed] != 2 || d.Results[1].Status != certify.Failed {
				t.Fatal(d.Summary())
			}
			r := d.Results[1]
			n := strings.Count(r.File, "let (")
			if !strings.Contains(r.File, "max.") || !strings.Contains(r.File, "-- input {") || !strings.Contains(r.Error, c.says) || !strings.Contains(r.Error, fmt.Sprintf("--seed %d ", seed)) {
				t.Errorf("%s: %s\nThe file:\n%s", r.Case, r.Error, r.File)
			}
			if n > before || c.smaller && n > 8 {
				t.Errorf("%d of %d statements are left:\n%s", n, before, r.File)
			}
		})
	}
}

// Several processes give the same results as one, and the report lists cases in order.
func TestJobsShareADevice(t *testing.T) {
	for _, fault := range []string{"", "dies", "wrong"} {
		d := run(t, fault, func(c *certify.Config) { c.Jobs = 3 }).Devices[0]
		var got, want []string
		for _, r := range d.Results {
			got = append(got, r.Case)
		}
		for _, c := range some(t) {
			want = append(want, c.ID())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: cases %v, want %v", fault, got, want)
		}
		if failed := d.Count[certify.Failed]; (failed > 0) != (fault != "") {
			t.Errorf("%q: %s", fault, d.Summary())
		}
	}
}

// The report of a stopped run contains what was done, and says how much was not.
func TestStoppedRun(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c := certify.Config{Cases: some(t), Timeout: certify.CaseTimeout, Targets: []certify.Target{{
		Backend: "fake", Command: []string{self}, Env: []string{faultVariable + "="},
	}}}
	c.Progress = func(d *certify.DeviceReport, _ certify.Result) {
		if len(d.Results) == 2 {
			stop()
		}
	}
	r, err := c.Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the error is %v", err)
	}
	d := r.Devices[0]
	if len(d.Results) != 2 || d.NotTried != 3 || !r.Bad() || !strings.Contains(d.Summary(), "2 passed, 0 failed, 3 not tried") {
		t.Errorf("%+v: %s", d, d.Summary())
	}
	var junit bytes.Buffer
	if err := r.WriteJUnit(&junit); err != nil || !strings.Contains(junit.String(), "the run was stopped: 3 cases were not tried") {
		t.Errorf("JUnit: %v\n%s", err, &junit)
	}
}

func TestShardsPartTheCases(t *testing.T) {
	all := suite.All()
	seen := map[string]int{}
	for i := 1; i <= 7; i++ {
		for _, c := range certify.Shard(all, i, 7) {
			seen[c.ID()]++
		}
	}
	if len(seen) != len(all) {
		t.Errorf("%d of %d cases are in a shard", len(seen), len(all))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s is in %d shards", id, n)
		}
	}
}

// example returns a report with a result of each status.
func example(t *testing.T) *certify.Report {
	cases := some(t)
	r := run(t, "wrong", func(c *certify.Config) {
		c.Targets[0].Unsupported = []certify.Exception{{Cases: cases[3].ID(), Reason: "no <such> unit"}}
		c.Targets[0].Failing = []certify.Exception{{Cases: cases[2].ID(), Reason: "is being worked at"}, {Cases: cases[0].ID(), Reason: "once failed"}}
	})
	r.Version, r.Command = "1.2", "lamina conformance --backend '<fake>'"
	r.Devices = append(r.Devices, run(t, "unavailable", nil).Devices...)
	return r
}

func TestReports(t *testing.T) {
	r := example(t)
	write := func(f func(io.Writer) error) []byte {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	var again certify.Report
	if err := json.Unmarshal(write(r.WriteJSON), &again); err != nil || len(again.Devices[0].Results) != 5 {
		t.Errorf("JSON does not read back: %v", err)
	}
	var junit struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Skipped  int `xml:"skipped,attr"`
			Cases    []struct {
				Class string `xml:"classname,attr"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(write(r.WriteJUnit), &junit); err != nil {
		t.Fatal(err)
	}
	if s := junit.Suites[0]; s.Tests != 5 || s.Failures != 3 || s.Skipped != 2 || s.Cases[0].Class != "fake.sizes" {
		t.Errorf("JUnit's first suite is %+v", s)
	}
	if s := junit.Suites[1]; s.Skipped != 1 {
		t.Errorf("JUnit's suite of the unavailable backend is %+v", s)
	}
	if text := string(write(r.WriteText)); !strings.Contains(text, "0 passed, 1 unsupported, 1 expected failure, 2 failed, 1 unexpected pass in ") ||
		!strings.Contains(text, "fake: unavailable: there is no such machine; buy one") {
		t.Errorf("the text is\n%s", text)
	}
}

func TestReportInABrowser(t *testing.T) {
	var page bytes.Buffer
	if err := example(t).WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	for _, outside := range []string{"src=", "href=", "url(", "@import", "http:", "https:"} {
		if strings.Contains(page.String(), outside) {
			t.Errorf("the page refers to something outside: %s", outside)
		}
	}
	for name, size := range map[string]browser.Size{"phone": browser.Phone, "desktop": browser.Desktop} {
		t.Run(name, func(t *testing.T) {
			var got struct {
				Heading, Command                     string
				Wide, Devices, Rows, Failed, Opened  int
				Attention, Found, All                int
				Message, Unavailable, First, Section string
			}
			browser.Run(t, page.Bytes(), size, `
				const $$ = (s) => [...document.querySelectorAll(s)];
				const rows = $$("details").length;
				const button = $$(".counts button").find((b) => b.textContent.includes("failed"));
				button.click();
				const failed = $$("details").length;
				const one = document.querySelector("details");
				await new Promise((r) => setTimeout(r, 50));
				const opened = one.open && one.querySelector("pre").getBoundingClientRect().height > 0 ? 1 : 0;
				const message = one.querySelector("pre").textContent;
				$$(".counts button").find((b) => b.getAttribute("aria-pressed") === "true").click();
				document.getElementById("bad").click();
				const attention = $$("details").length;
				document.getElementById("bad").click();
				const find = document.getElementById("find");
				find.value = "BEING worked";
				find.dispatchEvent(new Event("input"));
				const found = $$("details").length;
				find.value = "";
				find.dispatchEvent(new Event("input"));
				return {
					heading: document.querySelector("h1").textContent, command: document.querySelector("code").textContent,
					wide: document.documentElement.scrollWidth - innerWidth,
					devices: $$("section").length, rows, failed, opened, attention, found, all: $$("details").length, message,
					unavailable: $$("section")[1].textContent, section: $$("section")[0].textContent,
					first: document.querySelector("summary .tag").textContent,
				};`, &got)
			if !strings.HasSuffix(got.Heading, "failed") || got.Command != "lamina conformance --backend '<fake>'" {
				t.Errorf("the page is headed %q, %q", got.Heading, got.Command)
			}
			if got.Wide > 0 {
				t.Errorf("the page is %d pixels wider than the window", got.Wide)
			}
			if got.Devices != 2 || got.Rows != 5 || got.Failed != 2 || got.Attention != 5 || got.Found != 1 || got.All != 5 {
				t.Errorf("of %d devices %d rows are shown, %d of failures, %d that need attention, %d found, %d at the end",
					got.Devices, got.Rows, got.Failed, got.Attention, got.Found, got.All)
			}
			if got.Opened != 1 || !strings.Contains(got.Message, "expected") || got.First != "failed" {
				t.Errorf("the first row, %s, shows %q", got.First, got.Message)
			}
			if !strings.Contains(got.Unavailable, "buy one") || !strings.Contains(got.Section, "1 unsupported") {
				t.Errorf("the sections read %q and %q", got.Section, got.Unavailable)
			}
		})
	}
}

// ofMax returns cases whose programs have the operator max.
func ofMax(t *testing.T) []*suite.Case {
	cases := certify.Filter(suite.All("numerics"), "numerics/max.i")
	if len(cases) == 0 {
		t.Fatal("there is no case to try")
	}
	return cases
}

// TestSpinning: a case that takes processor time without end exceeds its limit.
func TestSpinning(t *testing.T) {
	d := run(t, "spins at max", func(c *certify.Config) { c.Cases, c.Timeout = ofMax(t)[:1], time.Second }).Devices[0]
	if len(d.Results) != 1 || d.Results[0].Status != certify.Failed || !strings.Contains(d.Results[0].Error, "took longer than a case may (1s)") {
		t.Errorf("%+v", d.Results)
	}
}

package guests

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/plugins/guests/bad"
	"github.com/lamina-lang/lamina/plugins/host"
)

// transports lists the ways to package bad.
var transports = []struct {
	name   string
	source func(*testing.T) host.Source
}{
	{"process", func(t *testing.T) host.Source { return host.Source{Path: this(t)} }},
	{"wasm", func(t *testing.T) host.Source { return host.Source{Path: badModule(t)} }},
	{"inprocess", func(t *testing.T) host.Source { return host.Source{Serve: bad.Service{Plugin: bad.Plugin}} }},
}

// limits are small, to keep tests short.
var limits = host.Limits{Start: 5 * time.Second, Run: 2 * time.Second, Memory: 512 << 20, Answer: 4 << 20}

// TestMisdeeds runs each pass of package bad over each transport that can stand it.
// Afterwards the program is unchanged and the plugin, restarted if necessary, still runs.
func TestMisdeeds(t *testing.T) {
	for _, c := range []struct {
		pass string
		want []string // parts of the message, whatever the transport
		on   string   // the transports
	}{
		{"crash", []string{"crashed (", "running crash", "saying: something broke"}, "process wasm"},
		{"fatal", []string{"crashed (", "panic: elsewhere"}, "process wasm"},
		{"panic", []string{"panicked, running panic: panic: on purpose (", "bad/bad.go:32)"}, "process wasm inprocess"},
		{"hang", []string{"did not answer within 2s, running hang, and was stopped; allow it more"}, "process wasm"},
		{"sleep", []string{"did not answer within 2s, running sleep"}, "process wasm"},
		{"eat", []string{"ran out of memory, of which it may have 512 MiB, running eat; allow it more"}, "process wasm"},
		{"chat", []string{`printed "hello from the pass`, "on standard output, where only the answer goes"}, "wasm"},
		{"undecodable", []string{"returned what is no program, running undecodable"}, "process wasm inprocess"},
		{"truncated", []string{"returned what is no program, running truncated", "its end is missing"}, "process wasm inprocess"},
		{"incomplete", []string{"gave an answer that was cut off, running incomplete"}, "process wasm inprocess"},
		{"huge", []string{"gave an answer of more than 4194304 bytes, running huge"}, "process wasm"},
		{"remarks", []string{"gave an answer that takes more than 128 MiB when it is decoded"}, "process wasm"},
		{"chatty", []string{"made 20000 remarks, and 10000 are allowed, running chatty"}, "process wasm inprocess"},
		{"swollen", []string{"gave an answer that takes more than 128 MiB when it is decoded, running swollen"}, "process wasm inprocess"},
		{"empty", []string{"returned what is no program"}, "process wasm inprocess"},
		{"contradictory", []string{"says that the program is as it was, and contradicts itself, running contradictory"}, "process wasm inprocess"},
		{"ill-typed", []string{"returned an ill-formed program, running ill-typed", "f16"}, "process wasm inprocess"},
		{"unbound", []string{"returned an ill-formed program", "z_4"}, "process wasm inprocess"},
		{"drop", []string{"running drop: left a program without the entry point main"}, "process wasm inprocess"},
		{"foreign", []string{"with the operation acme.blend", "no pass lowers", "the pass has to lower it itself"}, "process wasm inprocess"},
	} {
		for _, transport := range transports {
			if !strings.Contains(c.on, transport.name) {
				continue
			}
			t.Run(c.pass+"/"+transport.name, func(t *testing.T) {
				t.Parallel()
				s := transport.source(t)
				s.Limits = limits
				if c.pass != "hang" && c.pass != "sleep" { // on a busy machine every pass takes a while
					s.Limits.Run = time.Minute
				}
				if c.pass == "eat" {
					s.Limits.Memory = 512 << 20
				}
				p, err := newHost(t, nil).Open(t.Context(), s)
				if err != nil {
					t.Fatal(err)
				}
				u := parsed(t)
				before := u.String()
				err = run(t.Context(), pass.Manager{}, u, p, c.pass)
				oneLine(t, err, append(c.want, "plugin "+s.Path)...)
				if got := u.String(); got != before {
					t.Errorf("the program has changed:\n%s", got)
				}
				if err := run(t.Context(), pass.Manager{}, u, p, "fine"); err != nil {
					t.Errorf("a good pass, afterwards: %v", err)
				}
				if len(u.Remarks) != 1 || u.Remarks[0].Text != "seen" || u.Remarks[0].Pass != "fine" {
					t.Errorf("remarks %v", u.Remarks)
				}
			})
		}
	}
}

const pair = `lamina soac

entry implicit 1 (x: "[n]i64", y: "[n]i64") -> ("[n]i64", "i64")
fun main(n_1: i64, x_2: [n_1]i64, y_3: [n_1]i64) -> (r_4: [n_1]i64, s_5: i64) {
  in (x_2, n_1)
}
`

// Entry points must keep their whole type, even if the program is well-formed with another
// one, whether a pass runs alone or together with its neighbours.
func TestEntryPointsKeepTheirTypes(t *testing.T) {
	const whole = `main(x: [?1]i64 "[n]i64", y: [?1]i64 "[n]i64") -> ([?1]i64 "[n]i64", i64 "i64")`
	for deed, want := range map[string]string{
		"drop-result": `with the entry point main(x: [?1]i64 "[n]i64", y: [?1]i64 "[n]i64") -> ([?1]i64 "[n]i64"), which was ` + whole,
		"exchange":    `with the entry point main(y: [?1]i64 "[n]i64", x: [?1]i64 "[n]i64") -> ([?1]i64 "[n]i64", i64 "i64"), which was ` + whole,
		"swap":        "with parameter 2 of the entry point main in place of parameter 1",
		"unseen":      `returned a program with the entry point main(x: [?1]i64 "[n]i64", y: [?1]i64 "[n]i64") -> ([?1]i64 "[n]i64"), which was ` + whole,
		"take":        `with the entry point main(x: *[?1]i64 "[n]i64", y: [?1]i64 "[n]i64") -> ([?1]i64 "[n]i64", i64 "i64"), which was ` + whole,
	} {
		for _, transport := range transports {
			for _, pipeline := range []string{deed, deed + ",fine"} {
				t.Run(pipeline+"/"+transport.name, func(t *testing.T) {
					p, err := newHost(t, nil).Open(t.Context(), transport.source(t))
					if err != nil {
						t.Fatal(err)
					}
					program, err := ir.Parse("program.lir", pair)
					if err != nil {
						t.Fatal(err)
					}
					oneLine(t, run(t.Context(), pass.Manager{}, &pass.Unit{IR: program}, p, pipeline), want)
				})
			}
		}
	}
}

// A plugin's own operation may be in the program between two of its passes, even if the
// result of each pass is inspected, but nowhere else.
func TestOwnOperations(t *testing.T) {
	for _, transport := range transports {
		t.Run(transport.name, func(t *testing.T) {
			h := newHost(t, nil)
			p, err := h.Open(t.Context(), transport.source(t))
			if err != nil {
				t.Fatal(err)
			}
			other, err := h.Open(t.Context(), host.Source{Serve: good})
			if err != nil {
				t.Fatal(err)
			}
			passes := pass.NewRegistry(append(p.Passes, other.Passes...)...)
			args, err := value.Parse("5i64")
			if err != nil {
				t.Fatal(err)
			}
			for pipeline, want := range map[string]string{
				"foreign,lower":      "",
				"fine,foreign,lower": "",
				"foreign":            "acme.blend, running foreign,",
				"foreign,stay,lower": "acme.blend, running foreign,",
				"foreign,fine,lower": "",
				"foreign,fine":       "acme.blend, running fine,",
			} {
				u := parsed(t)
				baseline, err := meaning.Measure(t.Context(), u, []meaning.Input{{Name: "five", Entry: "main", Args: args}})
				if err != nil {
					t.Fatal(err)
				}
				steps, err := passes.Parse(pipeline, u.Level())
				if err != nil {
					t.Fatal(err)
				}
				before := u.String()
				m := pass.Manager{Check: (*pass.Unit).Check, Validate: baseline.Compare, Twice: true}
				_, err = m.Run(t.Context(), steps, u)
				switch {
				case want != "":
					oneLine(t, err, want)
				case err != nil:
					t.Errorf("%s: %v", pipeline, err)
				case u.String() != before:
					t.Errorf("%s makes\n%s", pipeline, u)
				}
			}
		})
	}
}

// What a pass prints is shown with the plugin's name, and does no harm.
func TestPrintedLinesAreForwarded(t *testing.T) {
	for _, transport := range transports[:2] {
		t.Run(transport.name, func(t *testing.T) {
			var stderr printed
			h := newHost(t, &stderr)
			s := transport.source(t)
			p, err := h.Open(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if err := run(t.Context(), pass.Manager{}, parsed(t), p, "print"); err != nil {
				t.Fatal(err)
			}
			deadline := time.Now().Add(5 * time.Second)
			want := "plugin " + s.Path + ": hello from the pass\n"
			for !strings.Contains(stderr.String(), want) && time.Now().Before(deadline) {
				time.Sleep(20 * time.Millisecond)
			}
			if got := stderr.String(); !strings.Contains(got, want) {
				t.Errorf("printed %q, want %q", got, want)
			}
		})
	}
}

// A program that is well-typed but has another meaning is caught by --validate.
func TestWrongProgramIsCaughtByValidation(t *testing.T) {
	for _, transport := range transports {
		t.Run(transport.name, func(t *testing.T) {
			p, err := newHost(t, nil).Open(t.Context(), transport.source(t))
			if err != nil {
				t.Fatal(err)
			}
			args, err := value.Parse("5i64")
			if err != nil {
				t.Fatal(err)
			}
			u := parsed(t)
			baseline, err := meaning.Measure(t.Context(), u, []meaning.Input{{Name: "five", Entry: "main", Args: args}})
			if err != nil {
				t.Fatal(err)
			}
			err = run(t.Context(), pass.Manager{Validate: baseline.Compare}, u, p, "wrong")
			if err == nil || !strings.Contains(err.Error(), "pass wrong: changed the program's meaning") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A pass whose result depends on how often it ran is caught by --twice. A module has no
// state: each call starts it anew.
func TestMoodyPassIsCaughtByRunningItTwice(t *testing.T) {
	for _, transport := range transports {
		t.Run(transport.name, func(t *testing.T) {
			p, err := newHost(t, nil).Open(t.Context(), transport.source(t))
			if err != nil {
				t.Fatal(err)
			}
			err = run(t.Context(), pass.Manager{Twice: true}, parsed(t), p, "moody")
			if transport.name == "wasm" {
				if err != nil {
					t.Errorf("a module remembers: %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), "pass moody: made two different programs of one") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Interrupting the host does not wait for a guest that hangs.
func TestInterruption(t *testing.T) {
	for _, transport := range transports[:2] {
		t.Run(transport.name, func(t *testing.T) {
			p, err := newHost(t, nil).Open(t.Context(), transport.source(t))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(300*time.Millisecond, cancel)
			start := time.Now()
			err = run(ctx, pass.Manager{}, parsed(t), p, "hang")
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// printed collects what plugins print while a test reads it.
type printed struct {
	mu   sync.Mutex
	text strings.Builder
}

func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *printed) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

package pass

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/schedule"
)

func nothing(context.Context, *Unit, Options) error { return nil }

func lowerTo(l ir.Level) func(context.Context, *Unit, Options) error {
	return func(_ context.Context, u *Unit, _ Options) error {
		u.IR.Level = l
		return nil
	}
}

func example() *Registry {
	return NewRegistry(
		&Pass{Name: "tidy", Summary: "s", From: At(Soac, Kernel, Mem), Run: nothing},
		&Pass{Name: "join", Summary: "s", From: At(Soac), Run: nothing,
			Options: []Option{
				{Name: "max-depth", Doc: "d", Default: 3},
				{Name: "greedy", Doc: "d", Default: false},
				{Name: "kind", Doc: "d", Default: "both", Choices: []string{"both", "one"}},
			}},
		&Pass{Name: "extract", Summary: "s", From: At(Soac), To: Kernel, Run: lowerTo(ir.Kernel),
			Constraints: []Constraint{{After, "join", "kernels cannot be joined"}}},
		&Pass{Name: "flatten", Summary: "s", From: At(Kernel), Run: nothing},
		&Pass{Name: "place", Summary: "s", From: At(Kernel), To: Mem, Run: lowerTo(ir.Mem),
			Constraints: []Constraint{{Needs, "flatten", "nested ones have no place"}}},
		&Pass{Name: "early", Summary: "s", From: At(Soac, Kernel), Run: nothing,
			Constraints: []Constraint{{Before, "flatten", "it reads what flatten removes"}}},
	)
}

func TestPipelineRoundTrip(t *testing.T) {
	for in, want := range map[string]string{
		"":                                     "",
		" tidy ":                               "tidy",
		"tidy,join,tidy":                       "tidy,join,tidy",
		"join{max-depth=4}":                    "join{max-depth=4}",
		"join{ kind=one ,greedy, max-depth=3}": "join{greedy=true,kind=one}",
		"join{},extract,\n flatten,place":      "join,extract,flatten,place",
	} {
		p, err := example().Parse(in, Soac)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if p.String() != want {
			t.Errorf("%q prints as %q, want %q", in, p, want)
		}
		if again, err := example().Parse(p.String(), Soac); err != nil || again.String() != want {
			t.Errorf("%q does not read back: %v, %v", want, again, err)
		}
	}
}

func TestPipelineErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		start Level
		want  string
	}{
		{"tidyy", Soac, `did you mean tidy?`},
		{"zzzzzzzz", Soac, "`lamina passes` lists them"},
		{"tidy,", Soac, "a comma stands at the end"},
		{"join{greedy} tidy", Soac, "put a comma"},
		{"join{greedy", Soac, "not closed"},
		{"join{max-depth=x}", Soac, `option max-depth is a whole number, not "x"`},
		{"join{max-depth}", Soac, "needs a value"},
		{"join{greedy=si}", Soac, `true or false, not "si"`},
		{"join{kind=two}", Soac, "one of both, one"},
		{"join{depth=2}", Soac, "it has max-depth (int), greedy (bool), kind (both|one), rewrites (int)"},
		{"tidy{x=1}", Soac, "it has rewrites (int)"},
		{"extract,join", Soac, "pass join runs at level soac, but extract leaves it at level kernel there; move it to where"},
		{"place", Soac, "put the passes that lower the program before it"},
		{"extract,place", Soac, "pass place needs flatten to have run, because nested ones have no place; put flatten before it"},
		{"flatten,early", Kernel, "pass early must run before flatten, because it reads what flatten removes"},
	} {
		_, err := example().Parse(c.text, c.start)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want …%s…", c.text, err, c.want)
		}
	}
}

func TestOrderIsEnforcedOnlyWhereBothRun(t *testing.T) {
	for _, c := range []struct {
		text  string
		start Level
	}{{"extract", Soac}, {"place", Kernel}, {"early,flatten", Kernel}} {
		if _, err := example().Parse(c.text, c.start); err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	first := &Pass{Name: "first", Summary: "s", From: At(Soac), Run: nothing,
		Constraints: []Constraint{{After, "second", "so it is"}}}
	second := &Pass{Name: "second", Summary: "s", From: At(Soac), Run: nothing}
	_, err := NewRegistry(first, second).Parse("first,second", Soac)
	if err == nil || !strings.Contains(err.Error(), "must run after second, because so it is; move it later") {
		t.Errorf("got %v", err)
	}
}

func soacUnit() *Unit {
	f := &ir.Fun{Name: "f", Body: &ir.Body{}}
	return &Unit{IR: &ir.Program{Level: ir.Soac, Funs: []*ir.Fun{f}, Names: name.NewSupply(0)}}
}

func TestPanicBecomesError(t *testing.T) {
	r := NewRegistry(&Pass{Name: "bad", Summary: "s", From: At(Soac), Run: func(ctx context.Context, u *Unit, _ Options) error {
		return u.EachFun(ctx, func(*ir.Fun) error { panic("boom") })
	}})
	p, _ := r.Parse("bad", Soac)
	_, err := new(Manager).Run(context.Background(), p, soacUnit())
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v", err)
	}
	if got, want := e.Error(), "pass bad in function f: panic: boom"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !strings.Contains(e.Stack, "TestPanicBecomesError") {
		t.Errorf("the stack does not show the culprit:\n%s", e.Stack)
	}
}

// levels writes down the level between passes.
type levels struct{ to io.Writer }

func (l *levels) Start(u *Unit)                   { fmt.Fprintln(l.to, u.Level()) }
func (l *levels) After(s Step, u *Unit, _ Timing) { fmt.Fprintf(l.to, "%s: %s\n", s, u.Level()) }

func TestTwiceFindsChance(t *testing.T) {
	runs := 0
	r := NewRegistry(
		&Pass{Name: "chance", Summary: "s", From: At(Soac), Run: func(_ context.Context, u *Unit, _ Options) error {
			runs++
			u.IR.Funs[0].Name = fmt.Sprintf("f%d", runs)
			return nil
		}},
		&Pass{Name: "sure", Summary: "s", From: At(Soac), Run: func(_ context.Context, u *Unit, _ Options) error {
			u.IR.Funs[0].Name = "g"
			return nil
		}},
	)
	m := Manager{Twice: true}
	for pipeline, want := range map[string]string{"sure": "", "chance": "made two different programs of one; line 3 is first"} {
		p, err := r.Parse(pipeline, Soac)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Run(context.Background(), p, soacUnit())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", pipeline, err, want)
		}
	}
}

func TestManagerHooks(t *testing.T) {
	var out strings.Builder
	m := Manager{
		Check: func(u *Unit) error {
			if u.Level() == Mem {
				return errors.New("no mem here")
			}
			return nil
		},
		Observers: []Observer{&levels{to: &out}},
	}
	p, err := example().Parse("tidy,extract,flatten,place", Soac)
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.Run(context.Background(), p, soacUnit())
	if want := "pass place: left an ill-formed program: no mem here"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	if got := fmt.Sprint(len(report.Times)); got != "3" {
		t.Errorf("%s steps timed, want 3", got)
	}
	if want := "soac\ntidy: soac\nextract: kernel\nflatten: kernel\nplace: mem\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

// A pass that dropped a prescription, and left what cannot have one, is told of the prescription.
func TestDroppedPrescriptionsAreToldBeforeTheCheck(t *testing.T) {
	u := soacUnit()
	x := u.IR.Names.Fresh("x")
	operation := &ir.Stm{Exp: &ir.Map{Fn: &ir.Lambda{Body: &ir.Body{}}}}
	schedule.Set(operation, schedule.Prescription{Level: schedule.Grid})
	u.IR.Funs[0].Body.Stms = []*ir.Stm{operation}
	r := NewRegistry(&Pass{Name: "forget", Summary: "s", From: At(Soac), Run: func(_ context.Context, u *Unit, _ Options) error {
		u.IR.Funs[0].Body.Stms[0].Exp = &ir.Copy{Array: x}
		return nil
	}})
	p, err := r.Parse("forget", Soac)
	if err != nil {
		t.Fatal(err)
	}
	m := Manager{Check: func(u *Unit) error { return schedule.Check(u.IR.Funs[0]) }}
	_, err = m.Run(context.Background(), p, u)
	var refused *schedule.Refused
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "the map here is prescribed to be grid, but the pass removed or replaced it") {
		t.Errorf("got %v", err)
	}
}

func TestWrongLevelLeftIsAnError(t *testing.T) {
	r := NewRegistry(&Pass{Name: "liar", Summary: "s", From: At(Soac), To: Kernel, Run: nothing})
	p, _ := r.Parse("liar", Soac)
	_, err := new(Manager).Run(context.Background(), p, soacUnit())
	if err == nil || !strings.Contains(err.Error(), "declared to leave kernel") {
		t.Errorf("got %v", err)
	}
}

func TestCancelledContextStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, _ := example().Parse("tidy", Soac)
	if _, err := new(Manager).Run(ctx, p, soacUnit()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestDeclarationsAreChecked(t *testing.T) {
	ok := Pass{Name: "ok", Summary: "s", From: At(Soac), Run: nothing}
	for want, change := range map[string]func(*Pass){
		"a name is":             func(p *Pass) { p.Name = "Not OK" },
		"summary is missing":    func(p *Pass) { p.Summary = "" },
		"levels it runs at":     func(p *Pass) { p.From = 0 },
		"function is missing":   func(p *Pass) { p.Run = nil },
		"states no reason":      func(p *Pass) { p.Constraints = []Constraint{{Before, "x", ""}} },
		"default of type":       func(p *Pass) { p.Options = []Option{{Name: "x", Default: 1.5}} },
		"is one of a":           func(p *Pass) { p.Options = []Option{{Name: "x", Default: "b", Choices: []string{"a"}}} },
		"another pass has that": func(*Pass) {},
	} {
		r, p := NewRegistry(&ok), ok
		change(&p)
		if err := r.Add(&p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want …%s…", err, want)
		}
	}
}

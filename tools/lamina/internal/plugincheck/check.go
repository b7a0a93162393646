// Package plugincheck sends a plugin all the requests that a host makes, and some that it
// should refuse, and reports the outcome.
package plugincheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// Config says what to check with.
type Config struct {
	Driver   *driver.Driver
	Programs int // number of random programs per pass
	// Examples are programs with what the passes look for. Programs near them are tried, too.
	Examples generate.Examples
	Again    func(*host.Plugin) string // the command that repeats the check
}

// Report lists the outcome of each check.
type Report struct {
	Plugin *host.Plugin // nil if it could not be opened
	Checks []Check
}

// Check is the outcome of one check.
type Check struct {
	Name string
	Err  error // nil: passed
	Note string
	Warn bool // it says something about the checks themselves
}

// Failed counts the checks that did not pass.
func (r *Report) Failed() int {
	n := 0
	for _, c := range r.Checks {
		if c.Err != nil {
			n++
		}
	}
	return n
}

// Write prints the report.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	if p := r.Plugin; p != nil {
		fmt.Fprintf(&b, "%s %s, %s, sha256 %s\n", p.Name, p.Version, p.Transport(), p.Digest())
	}
	for _, c := range r.Checks {
		switch {
		case c.Warn:
			fmt.Fprintf(&b, "warn  %s\n", c.Name)
		case c.Err != nil:
			fmt.Fprintf(&b, "FAIL  %s: %s\n", c.Name, pass.WithTrace(c.Err))
		case c.Note != "":
			fmt.Fprintf(&b, "ok    %s (%s)\n", c.Name, c.Note)
		default:
			fmt.Fprintf(&b, "ok    %s\n", c.Name)
		}
	}
	passed := 0
	for _, c := range r.Checks {
		if c.Err == nil && !c.Warn {
			passed++
		}
	}
	fmt.Fprintf(&b, "%d checks passed, %d failed\n", passed, r.Failed())
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) add(name, note string, err error) {
	r.Checks = append(r.Checks, Check{Name: name, Err: err, Note: note})
}

func (r *Report) warn(text string) { r.Checks = append(r.Checks, Check{Name: text, Warn: true}) }

// Run checks the plugin given by s. The error is the context's.
func Run(ctx context.Context, h *host.Host, s host.Source, c Config) (*Report, error) {
	r := new(Report)
	p, err := h.Open(ctx, s)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	r.add("it is found, started, and says what it is", "", err)
	if err != nil {
		return r, nil
	}
	r.Plugin = p
	r.add("it has passes", fmt.Sprint(len(p.Passes)), oneAtLeast(p))
	r.refusals(ctx, p)
	for _, q := range p.Passes {
		r.declaration(c.Driver, q)
		if q.From == 0 {
			continue
		}
		for l := pass.Soac; l <= pass.Imp; l++ {
			if q.From.Has(l) && ctx.Err() == nil {
				start := time.Now()
				rewrites, err := c.onPrograms(ctx, p, q, l)
				r.add(fmt.Sprintf("%s at level %s: well-formed, same meaning, same twice", q.Name, l),
					fmt.Sprintf("%s, %d rewrites, %v", c.tried(l), rewrites, time.Since(start).Round(time.Millisecond)), err)
				if rewrites == 0 && err == nil && q.To == 0 {
					r.warn(fmt.Sprintf("%s at level %s made no rewrite in %s, so little was tested: name examples of what it looks for with --like, or take more with -n", q.Name, l, c.tried(l)))
				}
			}
		}
	}
	return r, ctx.Err()
}

func oneAtLeast(p *host.Plugin) error {
	if len(p.Passes) == 0 {
		return errors.New("it has none")
	}
	return nil
}

// declaration checks the plugin's declaration of a pass.
func (r *Report) declaration(d *driver.Driver, q *pass.Pass) {
	err := pass.NewRegistry().Add(q)
	if err == nil && d.Passes.Lookup(q.Name) != nil {
		err = fmt.Errorf("lamina has a pass %s of its own; choose another name", q.Name)
	}
	r.add(q.Name+" is declared well", "", err)
}

// refusals sends requests that no plugin can fulfil: it must report an error and survive.
func (r *Report) refusals(ctx context.Context, p *host.Plugin) {
	for _, c := range []struct {
		name string
		in   *passpb.RunRequest
	}{
		{"it refuses a pass that it does not have", &passpb.RunRequest{Program: emptyProgram(), Passes: []*passpb.Step{{Pass: "no-such-pass"}}}},
		{"it refuses what is no program", &passpb.RunRequest{Program: []byte("no program"), Passes: steps(p)}},
	} {
		out, err := p.Ask(ctx, c.in)
		if err == nil && out.Failure == nil {
			err = errors.New("it answered as if all were well")
		}
		note := ""
		if err == nil {
			note = out.Failure.Message
		}
		r.add(c.name, note, err)
	}
}

func steps(p *host.Plugin) []*passpb.Step {
	if len(p.Passes) == 0 {
		return nil
	}
	return []*passpb.Step{{Pass: p.Passes[0].Name}}
}

// emptyProgram returns an encoded program without functions.
func emptyProgram() []byte {
	b, err := wire.Marshal(&ir.Program{Level: ir.Soac, Names: name.NewSupply(0)})
	if err != nil {
		panic(err)
	}
	return b
}

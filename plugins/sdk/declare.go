package sdk

import (
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// declaration returns a pass's declaration for the host.
func declaration(p *pass.Pass) *passpb.Pass {
	out := &passpb.Pass{Name: p.Name, Summary: p.Summary}
	for l := pass.Soac; l <= pass.Imp; l++ {
		if p.From.Has(l) {
			out.From = append(out.From, l.String())
		}
	}
	if p.To != 0 {
		out.To = p.To.String()
	}
	for _, o := range p.Options {
		out.Options = append(out.Options, option(o))
	}
	for _, c := range p.Constraints {
		out.Constraints = append(out.Constraints, &passpb.Constraint{Order: passpb.Order(c.Order), Pass: c.Pass, Reason: c.Reason})
	}
	return out
}

func option(o pass.Option) *passpb.Option {
	out := &passpb.Option{Name: o.Name, Doc: o.Doc, Choices: o.Choices}
	switch d := o.Default.(type) {
	case bool:
		out.Default = &passpb.Option_Bool{Bool: d}
	case int:
		out.Default = &passpb.Option_Int{Int: int64(d)}
	case string:
		out.Default = &passpb.Option_Text{Text: d}
	}
	return out
}

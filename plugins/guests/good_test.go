package guests

import (
	"context"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

type ctx = context.Context

// good is a plugin that does nothing wrong.
var good = sdk.Plugin{Name: "good", Version: "1.0", Passes: []*pass.Pass{{
	Name: "stay", Summary: "leaves everything as it is", From: pass.At(pass.Soac, pass.Kernel, pass.Mem, pass.Imp),
	Options: []pass.Option{
		{Name: "rounds", Default: 1, Doc: "how often"},
		{Name: "loud", Default: false, Doc: "say so"},
		{Name: "kind", Default: "one", Choices: []string{"one", "two"}, Doc: "which"},
	},
	Constraints: []pass.Constraint{{Order: pass.Before, Pass: "go", Reason: "who went cannot stay"}},
	Run: func(_ context.Context, u *pass.Unit, o pass.Options) error {
		if o.Bool("loud") {
			u.Remark(u.IR.Funs[0].Pos, "stayed %d times, %s", o.Int("rounds"), o.Text("kind"))
		}
		return nil
	},
}}}

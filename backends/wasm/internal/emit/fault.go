package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/source"
)

// assert leaves the values of a failed assertion's message in the thread's
// record, and tells the host, which does not return.
func (f *fn) assert(s *imp.Assert) {
	if c, ok := imp.ConstOf(s.Cond); ok && c.Bool() {
		return
	}
	site := image.Site{Fun: f.fun, Trace: s.Trace}
	f.expr(s.Cond)
	f.Op(code.I32Eqz)
	f.Block(code.If)
	args := 0
	for _, p := range s.Message {
		if p.Arg == nil || args == image.MaxArgs {
			site.Message = append(site.Message, image.Part{Text: p.Text})
			continue
		}
		t := imp.TypeOf(p.Arg)
		f.Get(assemble.Thread)
		f.expr(p.Arg)
		f.storeOp(t, image.ThreadArgs+uint64(8*args))
		site.Message = append(site.Message, image.Part{Text: p.Text, Arg: t})
		args++
	}
	f.Get(assemble.Thread)
	f.Get(assemble.Path)
	f.I32(int32(f.u.site(site)))
	f.Call(f.u.Host("fail", []code.ValType{code.I32, code.I32, code.I32}, assemble.None))
	f.Op(code.Unreachable)
	f.End()
}

// positions is the trace of one place, if it is known.
func positions(p source.Pos) []source.Pos {
	if !p.IsValid() {
		return nil
	}
	return []source.Pos{p}
}

package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/dpia"
	"github.com/lamina-lang/lamina/frontends/fcl"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/frontends/tail"
)

// language is a reader for one kind of file.
type language struct {
	ending string
	load   func(ctx context.Context, name string, text []byte) (*pass.Unit, error)
}

// languages are the kinds of program files.
var languages = []language{
	{".fut", loadFut},
	{".apl", loadAPL},
	{".tail", loadTail},
	{".dpia", loadDpia},
	{".fcl", loadFcl},
	{".lir", loadLir},
}

// IsSource reports whether a file's extension is one of the source languages'.
func IsSource(file string) bool {
	ending := filepath.Ext(file)
	return ending != ".lir" && slices.ContainsFunc(languages, func(l language) bool { return l.ending == ending })
}

// Load reads the program in a file; the extension determines the language.
func (d *Driver) Load(ctx context.Context, file string) (*pass.Unit, error) {
	text, err := source.ReadFile(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("reading the program: %w", err)
	}
	return d.LoadText(ctx, file, text)
}

// LoadText reads a program from text; name determines the language as a file name would.
func (d *Driver) LoadText(ctx context.Context, name string, text []byte) (*pass.Unit, error) {
	for _, l := range languages {
		if filepath.Ext(name) == l.ending {
			u, err := l.load(ctx, name, text)
			if err != nil {
				return nil, err
			}
			u.Target = target.Embedded()
			u.Tuning, err = d.tuning(ctx, name)
			return u, err
		}
	}
	return nil, fmt.Errorf("%s: programs end in .fut, .apl, .tail, .dpia or .fcl (source), or .lir (intermediate representation)", name)
}

func loadFut(ctx context.Context, name string, text []byte) (*pass.Unit, error) {
	p, signatures, err := fut.CompileFiles(ctx, name, text, Imports(name))
	if err != nil {
		return nil, err
	}
	return &pass.Unit{IR: p, Signatures: signatures}, nil
}

// Imports reads the files that a program in Futhark's language imports: their names are relative
// to its folder.
func Imports(program string) fut.Read {
	folder := filepath.Dir(program)
	return func(file string) ([]byte, error) {
		return source.ReadRegular(filepath.Join(folder, filepath.FromSlash(file)))
	}
}

func loadTail(ctx context.Context, name string, text []byte) (*pass.Unit, error) {
	p, err := tail.Compile(ctx, name, text)
	if err != nil {
		return nil, err
	}
	return &pass.Unit{IR: p}, nil
}

func loadDpia(ctx context.Context, name string, text []byte) (*pass.Unit, error) {
	p, err := dpia.Compile(ctx, name, text, dpia.Options{})
	if err != nil {
		return nil, err
	}
	return &pass.Unit{Imp: p}, nil
}

func loadFcl(ctx context.Context, name string, text []byte) (*pass.Unit, error) {
	p, err := fcl.Compile(ctx, name, text, fcl.Options{})
	if err != nil {
		return nil, err
	}
	return &pass.Unit{Imp: p}, nil
}

func loadLir(_ context.Context, name string, text []byte) (*pass.Unit, error) {
	loops, err := schedule.ReadLoops(name, string(text))
	if err != nil {
		return nil, err
	}
	u := &pass.Unit{Loops: loops, Handwritten: true}
	if headerLevel(string(text)) == pass.Imp {
		u.Imp, err = imp.ParseSource(name, string(text))
	} else {
		u.IR, err = ir.ParseSource(name, string(text))
	}
	return u, err
}

// headerLevel returns the level that the header of a .lir text states, or 0.
func headerLevel(text string) pass.Level {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "--") {
			continue
		}
		if len(words) > 1 && words[0] == "lamina" {
			l, _ := pass.ParseLevel(words[1])
			return l
		}
		break
	}
	return 0
}

// Text returns a unit as .lir.
func Text(u *pass.Unit) string { return u.String() }

// Entry returns the entry point to run: the one asked for, else main, else the only one.
func Entry(u *pass.Unit, asked string) (string, error) {
	entries := u.Entries()
	for _, e := range entries {
		if e == asked || asked == "" && (e == "main" || len(entries) == 1) {
			return e, nil
		}
	}
	there := "the program has none"
	if len(entries) > 0 {
		there = "there are: " + strings.Join(entries, ", ")
	}
	if asked == "" {
		return "", fmt.Errorf("no entry point is called main; name one with --entry (%s)", there)
	}
	return "", fmt.Errorf("no entry point is called %q (%s)", asked, there)
}

// ParamTypes returns the element types of the arguments of an entry point.
func ParamTypes(u *pass.Unit, name string) []scalar.Type {
	params := params(u, name)
	types := make([]scalar.Type, len(params))
	for i, p := range params {
		types[i] = p.Elem
	}
	return types
}

// ParamBytes returns the sizes in bytes of the arguments of an entry point, -1 where the
// type does not determine them.
func ParamBytes(u *pass.Unit, name string) []int64 {
	params := params(u, name)
	sizes := make([]int64, len(params))
	for i, p := range params {
		shape := make([]int64, len(p.Dims))
		known := true
		for k, d := range p.Dims {
			shape[k] = d.Size
			known = known && d.Var.IsZero()
		}
		var err error
		if sizes[i], err = value.Size(p.Elem, shape); err != nil || !known {
			sizes[i] = -1
		}
	}
	return sizes
}

// params returns the parameters of an entry point as the caller sees them.
func params(u *pass.Unit, name string) []entry.Param {
	if u.Imp != nil {
		return u.Imp.Fun(name).EntryParams()
	}
	return u.IR.Fun(name).EntryParams()
}

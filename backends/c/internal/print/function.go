package print

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// fn is a function in the making. Its body is written before its head, which declares the
// block variables that the body turned out to have.
type fn struct {
	*unit
	out           strings.Builder
	indent        int
	fun           string                 // the function of the program that it comes from
	kernel        bool                   // it runs on many threads
	vars          map[name.Name]imp.Type // in scope
	owned         []name.Name            // block variables whose references the function counts
	reusedInOrder []*imp.Alloc           // allocations whose blocks the function reuses from iteration to iteration
	reused        map[*imp.Alloc]string  // and the variables that hold them
	stack         map[name.Name]bool     // block variables that hold arrays of the function's own
	parts         imp.Names              // block variables that hold parts of other blocks, whose references are not counted
	fails         bool                   // something jumps to the label fail
	scopes        [][]name.Name          // block variables of the open statement lists
	// fetched are the variables in which the host of a device has what it loaded.
	fetched map[*imp.Load]string
	loads   int // so far
}

func (u *unit) newFn(fun string, kernel bool) *fn {
	return &fn{unit: u, fun: fun, kernel: kernel, indent: 1, vars: map[name.Name]imp.Type{}, stack: map[name.Name]bool{}, fetched: map[*imp.Load]string{}}
}

// maxIndent bounds the indentation, lest deep nesting makes text of blanks.
const maxIndent = 24

// line writes an indented line.
func (f *fn) line(format string, args ...any) {
	f.out.WriteString(strings.Repeat("  ", min(f.indent, maxIndent)))
	fmt.Fprintf(&f.out, format, args...)
	f.out.WriteByte('\n')
}

// block writes a line, an opening brace, what body writes, and a closing brace.
func (f *fn) block(body func(), format string, args ...any) {
	if format != "" {
		format += " "
	}
	f.line(format+"{", args...)
	f.indent++
	body()
	f.indent--
	f.line("}")
}

func functionName(s string) string { return "fun_" + name.Word(s) }

// declared is the type of a variable and what stands between it and the name.
func declared(t imp.Type) string {
	if t.IsBlock() {
		return "block "
	}
	return typeName(t.Elem, t.Lanes) + " "
}

// function prints a function of the program.
func (u *unit) function(f *imp.Fun) {
	w := u.newFn(f.Name, false)
	if w.device == nil {
		w.parts = imp.Parts(f)
	}
	params := []string{"lamina_thread *t", "u32 path"}
	assigned := imp.Names{}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		imp.Assigns(s, assigned)
		return true
	})
	var kept []name.Name
	for _, p := range f.Params {
		w.inDefaultSpace(p.Type.Space)
		w.vars[p.Name] = p.Type
		params = append(params, declared(p.Type)+u.ident(p.Name))
		if p.Type.IsBlock() && assigned[p.Name] {
			w.line("lamina_retain(%s);", u.ident(p.Name))
			kept = append(kept, p.Name)
		}
	}
	for _, r := range f.Results {
		w.inDefaultSpace(r.Type.Space)
		w.vars[r.Name] = r.Type
		params = append(params, declared(r.Type)+"*"+u.ident(r.Name)+"_result")
		if !r.Type.IsBlock() {
			w.line("%s%s = 0;", declared(r.Type), u.ident(r.Name))
		}
	}
	w.stms(f.Body)
	for _, r := range f.Results {
		w.line("*%[1]s_result = %[1]s;", u.ident(r.Name))
		if r.Type.IsBlock() {
			w.owned = append(w.owned, r.Name)
		}
	}
	returned := func() {
		for _, r := range f.Results {
			if r.Type.IsBlock() {
				w.line("%s = NULL;", u.ident(r.Name))
			}
		}
	}
	returned()
	w.owned = append(w.owned, kept...)
	inParams := map[name.Name]bool{}
	for _, p := range kept {
		inParams[p] = true
	}
	w.finish("\nstatic bool "+functionName(f.Name)+"("+strings.Join(params, ", ")+")", inParams)
}

// finish writes the function that has been made: its head, the declarations of its block
// variables but those that are parameters, its body, and its end.
func (f *fn) finish(head string, params map[name.Name]bool) {
	out := &f.text
	out.WriteString(head + " {\n")
	var blocks []string
	for _, b := range f.owned {
		if !params[b] {
			blocks = append(blocks, f.ident(b)+" = NULL")
		}
	}
	for _, a := range f.reusedInOrder {
		blocks = append(blocks, f.reused[a]+" = NULL")
	}
	failed := f.fails && len(f.owned)+len(f.reusedInOrder) > 0
	switch {
	case failed:
		out.WriteString("  bool failed = true;\n")
	}
	if len(blocks) > 0 {
		out.WriteString("  block " + strings.Join(blocks, ", ") + ";\n")
	}
	if !f.usesPath() {
		out.WriteString("  (void)path;\n")
	}
	out.WriteString("  (void)t;\n")
	out.WriteString(f.out.String())
	f.out.Reset()
	if failed {
		f.line("failed = false;")
		out.WriteString(f.out.String())
		out.WriteString("fail:\n")
		f.out.Reset()
	}
	for _, b := range f.owned {
		f.line("lamina_release(t, %s);", f.ident(b))
	}
	for _, a := range f.reusedInOrder {
		f.line("lamina_release(t, %s);", f.reused[a])
	}
	switch {
	case failed:
		f.line("return failed;")
	case f.fails:
		f.line("return false;")
		f.out.WriteString("fail:\n")
		f.line("return true;")
	default:
		f.line("return false;")
	}
	out.WriteString(f.out.String())
	out.WriteString("}\n")
}

func (f *fn) usesPath() bool { return strings.Contains(f.out.String(), "path") }

// fail jumps to the end of a function that failed.
func (f *fn) fail() string {
	f.fails = true
	return "goto fail;"
}

// call writes a call of a function of the program.
func (f *fn) call(s *imp.Call) {
	callee := f.prog.Fun(s.Fun)
	path := "path"
	if offset := f.Paths.Offset(f.fun, s.Fun, s.Pos); offset != 0 {
		path = fmt.Sprintf("path + %du", uint32(offset))
	}
	args := []string{"t", path}
	for _, a := range s.Args {
		if a.X != nil {
			args = append(args, f.expr(a.X))
		} else {
			args = append(args, f.ident(a.Block))
		}
	}
	f.block(func() {
		for i, r := range callee.Results {
			f.line("%sresult%d;", declared(r.Type), i)
			args = append(args, fmt.Sprintf("&result%d", i))
		}
		f.line("if (LAMINA_UNLIKELY(%s(%s))) %s", functionName(s.Fun), strings.Join(args, ", "), f.fail())
		for i, r := range s.Results {
			if callee.Results[i].Type.IsBlock() {
				f.release(r)
			}
			f.line("%s = result%d;", f.ident(r), i)
		}
	}, "")
}

// entries prints what the process needs to know of the entry points.
func (u *unit) entries() {
	var rows []string
	out := &u.text
	out.WriteString(`
// lamina_entry is an entry point for callers that do not know its type. run takes and returns
// words: the bits of scalars, and pointers to blocks.
typedef struct {
  const char *name;
  bool (*run)(lamina_thread *t, const u64 *parameters, u64 *results);
  i32 parameters, results;
  const bool *blocks; // which parameters, and then which results, are blocks
} lamina_entry;
`)
	for _, f := range u.prog.Funs {
		if f.Entry != nil {
			u.Entries[f.Name] = len(rows)
			rows = append(rows, u.entry(f))
		}
	}
	if len(rows) == 0 {
		rows = []string{`{"", NULL, 0, 0, NULL}`}
	}
	out.WriteString("\nstatic LAMINA_UNUSED const lamina_entry lamina_entries[] = {\n  " + strings.Join(rows, ",\n  ") + ",\n};\n")
}

// entry prints the function that calls an entry point with words, and returns its row.
func (u *unit) entry(f *imp.Fun) string {
	out := &u.text
	id := len(u.Entries) - 1
	u.words = max(u.words, len(f.Params)+len(f.Results))
	fmt.Fprintf(out, "\nstatic bool entry%d(lamina_thread *t, const u64 *parameters, u64 *results) {\n", id)
	var before, after strings.Builder
	args := []string{"t", "0"}
	var blocks []string
	for i, p := range f.Params {
		args = append(args, fmt.Sprintf("p%d", i))
		blocks = append(blocks, fmt.Sprint(p.Type.IsBlock()))
		word := fmt.Sprintf("parameters[%d]", i)
		if p.Type.IsBlock() {
			fmt.Fprintf(&before, "  block p%d = (block)(uintptr_t)%s;\n", i, word)
		} else {
			fmt.Fprintf(&before, "  %sp%d = %s;\n", declared(p.Type), i, u.fromBits(p.Type.Elem, word))
		}
	}
	for i, r := range f.Results {
		args = append(args, fmt.Sprintf("&r%d", i))
		blocks = append(blocks, fmt.Sprint(r.Type.IsBlock()))
		fmt.Fprintf(&before, "  %sr%d;\n", declared(r.Type), i)
		bits := fmt.Sprintf("(u64)(uintptr_t)r%d", i)
		if !r.Type.IsBlock() {
			bits = u.toBits(r.Type.Elem, fmt.Sprintf("r%d", i))
		}
		fmt.Fprintf(&after, "  results[%d] = %s;\n", i, bits)
	}
	out.WriteString("  (void)parameters;\n  (void)results;\n" + before.String())
	fmt.Fprintf(out, "  if (%s(%s)) return true;\n", functionName(f.Name), strings.Join(args, ", "))
	out.WriteString(after.String() + "  return false;\n}\n")
	list := "NULL"
	if len(blocks) > 0 {
		list = fmt.Sprintf("(const bool[]){%s}", strings.Join(blocks, ", "))
	}
	return fmt.Sprintf("{%s, entry%d, %d, %d, %s}", Quoted(f.Name), id, len(f.Params), len(f.Results), list)
}

// fromBits is the scalar of type t in a u64.
func (u *unit) fromBits(t scalar.Type, x string) string {
	switch t {
	case scalar.F16:
		return u.helpers.apply("widen", "(u16)"+x)
	case scalar.F32:
		return u.helpers.apply("from_bits_f32", "(u32)"+x)
	case scalar.F64:
		return u.helpers.apply("from_bits_f64", x)
	case scalar.Bool:
		return "(" + x + " & 1) != 0"
	}
	return fmt.Sprintf("(%s)%s", t, x)
}

// toBits is the bit pattern of a scalar, as a u64.
func (u *unit) toBits(t scalar.Type, x string) string {
	switch t {
	case scalar.F16:
		return "(u64)" + u.helpers.apply("narrow", x)
	case scalar.F32:
		return "(u64)" + u.helpers.apply("bits_f32", x)
	case scalar.F64:
		return u.helpers.apply("bits_f64", x)
	case scalar.Bool:
		return "(u64)" + parens(x)
	}
	return fmt.Sprintf("(u64)(%s)%s", t.Unsigned(), parens(x))
}

// Quoted is s as a string literal of C.
func Quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

package schedule

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/text"
)

// What is prescribed of loops stands in the header of a program's text, a line for each operation that is left
// to passes at level imp:
//
//	loop "reduce" "no-unroll" @rows.fut:3:12

// Written returns the text of a program with what is prescribed of its loops and was not carried out yet.
func (l *Loops) Written(lir string) string {
	w := new(text.Writer)
	for _, t := range l.told {
		var kept Prescription
		for k := range Kind(kinds) {
			if p := k.of(t.Prescription); l.left(t, k) == k.asked(p) { // nobody did it, or it is not to be done
				kept = kept.and(p)
			}
		}
		if kept != (Prescription{}) {
			w.Loop(text.Loop{Op: t.op, Told: kept.String(), Of: t.at})
		}
	}
	if lines := w.String(); lines != "" {
		head, functions, _ := strings.Cut(lir, "\n\n")
		return strings.TrimSuffix(head, "\n") + "\n" + lines + "\n" + functions
	}
	return lir
}

// left is what a pass is asked of the loops of an operation, of k, and none has done.
func (l *Loops) left(t toldLoop, k Kind) Prescription {
	want := k.asked(t.Prescription)
	for _, c := range l.chosen {
		if c.at == t.at && c.what == k && c.Prescription == want {
			return Prescription{}
		}
	}
	return want
}

// ReadLoops returns what the header of a program's text prescribes of loops. Other errors than those of these lines
// are for who reads the program.
func ReadLoops(file, lir string) (all Loops, err error) {
	s := text.NewScanner(file, lir)
	level := s.Header("soac", "kernel", "mem", "imp")
	if s.Err() != nil {
		return all, nil
	}
	wrong := func(at source.Pos, format string, args ...any) (Loops, error) {
		return Loops{}, source.Errorf(at, format, args...).In(&source.File{Name: file, Text: lir})
	}
	for _, l := range s.Loops {
		p, err := Parse(l.Told)
		if err != nil {
			return wrong(l.At, "%v", err)
		}
		told := p.forLoops(false).and(Grouping.of(p))
		switch {
		case level == "soac":
			return wrong(l.At, "at level soac what is prescribed is an attribute of the operation's statement: with %q = %q", Attribute, l.Told)
		case told.String() != strings.Join(strings.Fields(l.Told), " "):
			return wrong(l.At, "%s is prescribed of statements; of loops vector, unroll, no-unroll, cooperate, no-cooperate or group shared is", l.Told)
		case !all.prescribe(l.Of, l.Op, told):
			return wrong(l.At, "%s is prescribed of the loops at %s, of which another line says something else", l.Told, fmt.Sprint(l.Of))
		}
	}
	return all, nil
}

package schedule

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

// What is prescribed of loops is read back from the header of a program's text, but for what was carried out.
func TestLoopsInHeaders(t *testing.T) {
	const program = "lamina imp\nfile \"a.fut\"\n\nfun f() -> () {\n}\n"
	at, other := source.Pos{File: "a.fut", Line: 3, Col: 12}, source.Pos{File: "b c.fut", Line: 1, Col: 2}
	var l Loops
	l.prescribe(at, "map", Prescription{Vector: 4, Cooperate: No})
	l.prescribe(other, "reduce", Prescription{Unroll: Yes})
	for _, c := range []struct{ done, lines string }{
		{"nothing", "loop \"map\" \"vector 4 no-cooperate\" @a.fut:3:12\nloop \"reduce\" \"unroll\" @\"b c.fut\":1:2\n"},
		{"vectors", "loop \"map\" \"no-cooperate\" @a.fut:3:12\nloop \"reduce\" \"unroll\" @\"b c.fut\":1:2\n"},
		{"all", "loop \"map\" \"no-cooperate\" @a.fut:3:12\n"},
	} {
		switch c.done {
		case "vectors":
			l.Chose(at, Vectors, Prescription{Vector: 4})
		case "all":
			l.Chose(at, Cooperation, Prescription{})
			l.Chose(other, Unrolling, Prescription{Unroll: Yes})
		}
		text := l.Written(program)
		if want := strings.Replace(program, "\n\n", "\n"+c.lines+"\n", 1); text != want {
			t.Errorf("%s done: got\n%s\nwant\n%s", c.done, text, want)
		}
		read, err := ReadLoops("a.lir", text)
		if err != nil {
			t.Fatal(err)
		}
		if again := read.Written(program); again != text {
			t.Errorf("%s done: read back\n%s\nof\n%s", c.done, again, text)
		}
	}
	if err := l.Missing(Cooperation, "no pass"); err != nil { // no-cooperate needs no pass
		t.Error(err)
	}
}

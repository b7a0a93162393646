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
	group, rows := source.Pos{File: "a.fut", Line: 4, Col: 1}, source.Pos{File: "a.fut", Line: 5, Col: 1}
	l.prescribe(group, "reduce", Prescription{Level: Group, Threads: 64, Space: Shared})
	l.prescribe(rows, "map", Prescription{Level: Group, Threads: 64}) // its blocks say that they are shared
	const groups = "loop \"reduce\" \"group 64 shared\" @a.fut:4:1\nloop \"map\" \"group 64\" @a.fut:5:1\n"
	for _, c := range []struct{ done, lines string }{
		{"nothing", "loop \"map\" \"vector 4 no-cooperate\" @a.fut:3:12\nloop \"reduce\" \"unroll\" @\"b c.fut\":1:2\n" + groups},
		{"vectors", "loop \"map\" \"no-cooperate\" @a.fut:3:12\nloop \"reduce\" \"unroll\" @\"b c.fut\":1:2\n" + groups},
		{"all", "loop \"map\" \"no-cooperate\" @a.fut:3:12\n"},
	} {
		switch c.done {
		case "vectors":
			l.Chose(at, Vectors, Prescription{Vector: 4})
		case "all":
			l.Chose(at, Cooperation, Prescription{})
			l.Chose(other, Unrolling, Prescription{Unroll: Yes})
			for _, at := range []source.Pos{group, rows} {
				l.Chose(at, Sharing, l.Told(at))
				l.Chose(at, Grouping, l.Told(at))
			}
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

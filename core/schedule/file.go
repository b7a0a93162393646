package schedule

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
)

// A schedule in a file is a line for each operation: the function, the operation's place, and what
// is prescribed. What follows -- is a comment.
//
//	main 3:12 map      grid
//	main 1:30 reduce#2 thread

// line is a line of a schedule.
type line struct {
	pos   source.Pos
	place Place
	Prescription
}

// Apply prescribes of p, a program at level soac, what the schedule in the named file says.
func Apply(p *ir.Program, file, text string) error {
	if p.Level != ir.Soac {
		return fmt.Errorf("%s: a schedule is for programs at level soac; this one is at level %s already", file, p.Level)
	}
	lines, err := parse(file, text)
	if err != nil {
		return err
	}
	at := map[Place]*ir.Stm{}
	for _, o := range Operations(p) {
		at[o.Place] = o.Stm
	}
	from := map[*ir.Stm]line{}
	for _, l := range lines {
		s := at[l.place]
		if s == nil {
			return unknown(p, l)
		}
		if first, twice := from[s]; twice {
			return source.Errorf(l.pos, "%s of %s has a line already: line %d", l.place, l.place.Fun, first.pos.Line).
				WithHint("leave one of the two out")
		}
		from[s] = l
		Set(s, l.Prescription)
	}
	for _, f := range p.Funs {
		if err := Check(f); err != nil {
			e := err.(*Error)
			pos := e.Stm.Pos
			if l, ok := from[e.Stm]; ok {
				pos = l.pos
			}
			return source.Errorf(pos, "%s", e.Msg)
		}
	}
	return nil
}

// parse reads the lines of a schedule.
func parse(file, text string) (lines []line, err error) {
	n := 0
	for row := range strings.Lines(text) {
		n++
		row, _, _ = strings.Cut(strings.TrimRight(row, "\r\n"), "--")
		fields := strings.Fields(row)
		if len(fields) == 0 {
			continue
		}
		l := line{pos: source.Pos{File: file, Line: n, Col: 1 + strings.Index(row, fields[0])}}
		if len(fields) < 4 {
			return nil, source.Errorf(l.pos, "this is no line of a schedule").
				WithHint("write the function, the position, the operation and its level, as in: main 3:12 map grid")
		}
		l.place = Place{Fun: unquoted(fields[0]), At: fields[1], Nth: 1}
		op, nth, several := strings.Cut(fields[2], "#")
		l.place.Op = op
		if several {
			if l.place.Nth, err = strconv.Atoi(nth); err != nil || l.place.Nth < 1 {
				return nil, source.Errorf(l.pos, "%s is no operation: after # comes a number from 1, as in map#2", fields[2])
			}
		}
		if l.Prescription, err = Parse(strings.Join(fields[3:], " ")); err != nil {
			return nil, source.Errorf(l.pos, "%v", err)
		}
		if l.Level == Alone {
			return nil, source.Errorf(l.pos, "there is no level %q; write %s", Alone, choices())
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// unknown is the error of a line whose operation the program does not have.
func unknown(p *ir.Program, l line) error {
	const again = "the schedule was made for another version of the program; make it again with lamina dump --schedule"
	if p.Fun(l.place.Fun) == nil {
		return source.Errorf(l.pos, "the program has no function %s", l.place.Fun).WithHint(again)
	}
	var here []string
	for _, o := range Operations(p) {
		if o.Fun == l.place.Fun && o.At == l.place.At {
			here = append(here, o.Place.String())
		}
	}
	if len(here) == 0 {
		return source.Errorf(l.pos, "%s has no parallel operation at %s", l.place.Fun, l.place.At).WithHint(again)
	}
	return source.Errorf(l.pos, "%s has no %s; there is %s", l.place.Fun, l.place, strings.Join(here, ", ")).WithHint(again)
}

// quoted and unquoted are the name of a function as a field of a line.
func quoted(fun string) string {
	if strings.ContainsAny(fun, " \t\"\\#") || strings.Contains(fun, "--") || strconv.Quote(fun) != `"`+fun+`"` {
		return strings.NewReplacer(" ", `\x20`, "-", `\x2d`).Replace(strconv.QuoteToASCII(fun))
	}
	return fun
}

func unquoted(field string) string {
	if fun, err := strconv.Unquote(field); err == nil && strings.HasPrefix(field, `"`) {
		return fun
	}
	return field
}

// Text is the schedule of what became of the operations of a program, as Number returned them, with
// the thresholds of what is Either and what passes at level imp chose.
func Text(all []Operation, became map[int]Level, thresholds map[int]int64, chosen map[int]Prescription) string {
	var width [3]int
	fields := make([][3]string, len(all))
	for i, o := range all {
		op := o.Op
		if o.Nth > 1 {
			op += "#" + strconv.Itoa(o.Nth)
		}
		fields[i] = [3]string{quoted(o.Fun), o.At, op}
		for k, f := range fields[i] {
			width[k] = max(width[k], len(f))
		}
	}
	var b strings.Builder
	for i, f := range fields {
		place := fmt.Sprintf("%-*s %-*s %-*s ", width[0], f[0], width[1], f[1], width[2], f[2])
		switch level := became[i]; level {
		case "":
			if all[i].Op == (*ir.Loop)(nil).Op() {
				continue
			}
			fmt.Fprintf(&b, "-- %s: nothing is left of it\n", strings.TrimSpace(place))
		case Mixed:
			fmt.Fprintf(&b, "-- %s: its copies have different levels\n", strings.TrimSpace(place))
		default:
			p := Prescription{Level: level, Least: thresholds[i]}
			switch c := chosen[i]; level {
			case Grid:
				p.Vector, p.Cooperate = c.Vector, c.Cooperate
			case Thread, Sequential:
				p.Unroll = c.Unroll
			}
			fmt.Fprintf(&b, "%s%s\n", place, p)
		}
	}
	return b.String()
}

package literate

import (
	"context"
	"errors"
	"fmt"
	"html"
	"strings"

	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/core/value"
)

// mostRows is how many rows of a table are shown.
const mostRows = 100

// table shows an array of one or two dimensions; or columns, which are the parts of a record or a tuple.
func (r *runner) table(ctx context.Context, e script.Exp, options map[string]string) (string, error) {
	v, err := r.program.Eval(ctx, e)
	if err != nil {
		return "", err
	}
	names, columns, err := r.columns(v)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("<table>")
	if title := options["title"]; title != "" {
		fmt.Fprintf(&b, "<caption>%s</caption>", html.EscapeString(title))
	}
	if names != nil {
		b.WriteString("<tr>")
		for _, n := range names {
			fmt.Fprintf(&b, `<th class="number">%s</th>`, html.EscapeString(n))
		}
		b.WriteString("</tr>")
	}
	rows := columns[0].size
	for i := range min(rows, mostRows) {
		b.WriteString("<tr>")
		for _, c := range columns {
			fmt.Fprintf(&b, `<td class="number">%s</td>`, html.EscapeString(c.at(i)))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	if rows > mostRows {
		fmt.Fprintf(&b, `<p class="faint">and %d rows more</p>`, rows-mostRows)
	}
	return b.String(), nil
}

// column is a column of a table.
type column struct {
	size int64
	at   func(row int64) string
}

// columnOf is every step-th element of an array from first on.
func columnOf(v value.Value, size, first, step int64) column {
	return column{size, func(row int64) string {
		return strings.TrimSuffix(v.At(first+row*step).String(), v.Elem.String())
	}}
}

func (r *runner) columns(v script.Value) (names []string, columns []column, err error) {
	fields, parts, ok := v.Fields()
	if !ok {
		x, err := r.program.Plain(v)
		if err != nil {
			return nil, nil, err
		}
		switch x.Rank() {
		case 1:
			return nil, []column{columnOf(x, x.Shape[0], 0, 1)}, nil
		case 2:
			for j := range x.Shape[1] {
				columns = append(columns, columnOf(x, x.Shape[0], j, x.Shape[1]))
			}
			if columns != nil {
				return nil, columns, nil
			}
		}
		return nil, nil, fmt.Errorf(":table shows arrays of one or two dimensions, and records and tuples of columns, not a value of type %s", x.Type())
	}
	for _, part := range parts {
		x, err := r.program.Plain(part)
		if err != nil {
			return nil, nil, err
		}
		if x.Rank() != 1 {
			return nil, nil, fmt.Errorf("a column of a table is an array of one dimension, not a value of type %s", x.Type())
		}
		if columns != nil && x.Shape[0] != columns[0].size {
			return nil, nil, errors.New("the columns of a table have as many rows each")
		}
		columns = append(columns, columnOf(x, x.Shape[0], 0, 1))
	}
	if v.IsTuple() {
		fields = nil
	}
	return fields, columns, nil
}

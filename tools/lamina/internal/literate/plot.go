package literate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/core/value"
)

// curve is a curve of a plot.
type curve struct {
	name   string
	points plotter.XYs
}

// plot plots curves: an array is a curve over the numbers 0, 1, …; a pair of arrays one of x and y; a record
// has several, with their names.
func (r *runner) plot(ctx context.Context, e script.Exp, options map[string]string) (string, error) {
	v, err := r.program.Eval(ctx, e)
	if err != nil {
		return "", err
	}
	curves, err := r.curves(v)
	if err != nil {
		return "", err
	}
	width, height := 600, 300
	if size := options["size"]; size != "" {
		if n, err := fmt.Sscanf(size, "(%d, %d)", &width, &height); n != 2 || err != nil || min(width, height) < 50 || max(width, height) > 4000 {
			return "", fmt.Errorf("a size is (width, height), each from 50 to 4000, not %s", size)
		}
	}
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = options["title"], options["x"], options["y"]
	p.Legend.Top, p.Legend.Padding = true, vg.Points(3)
	p.Add(plotter.NewGrid())
	for i, c := range curves {
		line, err := plotter.NewLine(c.points)
		if err != nil {
			return "", fmt.Errorf("plotting: %w", err)
		}
		line.Color, line.Width = plotutil.Color(i), vg.Points(1.5)
		p.Add(line)
		if c.name != "" {
			p.Legend.Add(c.name, line)
		}
	}
	const pixel = 0.75 * vg.Inch / 72 // of a browser: 96 an inch
	to, err := p.WriterTo(vg.Length(width)*pixel, vg.Length(height)*pixel, "svg")
	if err != nil {
		return "", fmt.Errorf("plotting: %w", err)
	}
	var out bytes.Buffer
	if _, err := to.WriteTo(&out); err != nil {
		return "", fmt.Errorf("plotting: %w", err)
	}
	return picture("image/svg+xml", out.Bytes(), options["title"]), nil
}

func (r *runner) curves(v script.Value) ([]curve, error) {
	names, parts, ok := v.Fields()
	if !ok || v.IsTuple() {
		c, err := r.curve(v)
		return []curve{c}, err
	}
	var out []curve
	for i, part := range parts {
		c, err := r.curve(part)
		if err != nil {
			return nil, err
		}
		c.name = names[i]
		out = append(out, c)
	}
	return out, nil
}

func (r *runner) curve(v script.Value) (c curve, err error) {
	_, parts, isPair := v.Fields()
	if !isPair {
		parts = []script.Value{v}
	} else if len(parts) != 2 {
		return c, errors.New(":plot takes an array, a pair of arrays (x and y), or a record of these")
	}
	var axes [][]float64
	for _, part := range parts {
		x, err := r.program.Plain(part)
		if err != nil {
			return c, err
		}
		if x.Rank() != 1 || x.Elem.String() == "bool" {
			return c, fmt.Errorf(":plot takes arrays of numbers of one dimension, not a value of type %s", x.Type())
		}
		axes = append(axes, numbers(x))
	}
	ys := axes[len(axes)-1]
	if len(axes) == 2 && len(axes[0]) != len(ys) {
		return c, fmt.Errorf("a curve has as many x as y, not %d and %d", len(axes[0]), len(ys))
	}
	for i, y := range ys {
		x := float64(i)
		if len(axes) == 2 {
			x = axes[0][i]
		}
		if !math.IsNaN(x+y) && !math.IsInf(x+y, 0) {
			c.points = append(c.points, plotter.XY{X: x, Y: y})
		}
	}
	if len(c.points) == 0 {
		return c, errors.New("a curve has no points")
	}
	return c, nil
}

// numbers are the elements of an array.
func numbers(x value.Value) []float64 {
	out := make([]float64, x.Len())
	for i := range out {
		if e := x.At(int64(i)); x.Elem.IsFloat() {
			out[i] = e.Float()
		} else if x.Elem.IsSigned() {
			out[i] = float64(e.Int())
		} else {
			out[i] = float64(uint64(e.Int()))
		}
	}
	return out
}

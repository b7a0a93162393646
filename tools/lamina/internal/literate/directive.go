package literate

import (
	"context"
	"errors"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/script"
)

// runner runs directives.
type runner struct {
	program *script.Program
	spent   time.Duration // in entry points, by all runs
}

// A directive is a script, perhaps with a word before it that says what is shown of its value, and
// options after it: :plot sines 100 ; title: Sines, size: (400, 200)
var directives = map[string]func(r *runner, ctx context.Context, e script.Exp, options map[string]string) (string, error){
	"":        (*runner).text,
	":img":    (*runner).image,
	":plot":   (*runner).plot,
	":plot2d": (*runner).plot, // its name in futhark literate
	":table":  (*runner).table,
	":time":   (*runner).time,
}

// run runs a directive and returns what it shows, as HTML.
func (r *runner) run(ctx context.Context, text string) (string, error) {
	text = strings.TrimSpace(text)
	what := ""
	if strings.HasPrefix(text, ":") {
		what, text, _ = strings.Cut(text, " ")
	}
	show, ok := directives[what]
	if !ok {
		return "", fmt.Errorf("there is no directive %s; there are :img, :plot, :table, :time, and a script alone", what)
	}
	text, after := cutOutsideStrings(text, ';')
	options, err := parseOptions(after)
	if err != nil {
		return "", err
	}
	e, err := script.Parse(text)
	if err != nil {
		return "", err
	}
	return show(r, ctx, e, options)
}

// cutOutsideStrings cuts a text at the first sep that is in no string.
func cutOutsideStrings(text string, sep rune) (before, after string) {
	inString, escaped := false, false
	for i, r := range text {
		switch {
		case escaped:
			escaped = false
		case inString && r == '\\':
			escaped = true
		case r == '"':
			inString = !inString
		case r == sep && !inString:
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

// parseOptions reads options, as in title: Sines, size: (400, 200). A text with a comma stands in quotes.
func parseOptions(text string) (map[string]string, error) {
	options := map[string]string{}
	text = strings.TrimSpace(text)
	for text != "" {
		name, rest, ok := strings.Cut(text, ":")
		name, rest = strings.TrimSpace(name), strings.TrimSpace(rest)
		if !ok || !slices.Contains([]string{"title", "x", "y", "size"}, name) {
			return nil, fmt.Errorf("%q is no option; there are title, x, y and size, as in title: Sines, size: (400, 200)", name)
		}
		value, _ := cutOutsideStrings(rest, ',')
		end := len(value)
		if name == "size" && strings.Contains(rest, ")") {
			end = strings.Index(rest, ")") + 1
		}
		options[name] = strings.TrimSpace(rest[:end])
		if unquoted, err := strconv.Unquote(options[name]); err == nil {
			options[name] = unquoted
		}
		text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest[end:]), ","))
	}
	return options, nil
}

// mostText is how much of a value is shown.
const mostText = 2000

func (r *runner) text(ctx context.Context, e script.Exp, _ map[string]string) (string, error) {
	v, err := r.program.Eval(ctx, e)
	if err != nil {
		return "", err
	}
	text, err := r.program.String(v)
	if len(text) > mostText {
		text = strings.ToValidUTF8(text[:mostText], "") + " …"
	}
	return "<pre class=\"value\">" + html.EscapeString(text) + "</pre>", err
}

// timedRuns is how often a script is run to be timed, after a first time.
const timedRuns = 10

// time tells how long the entry points take that a script calls.
func (r *runner) time(ctx context.Context, e script.Exp, _ map[string]string) (string, error) {
	var took []time.Duration
	for range 1 + timedRuns {
		before := r.spent
		if _, err := r.program.Eval(ctx, e); err != nil {
			return "", err
		}
		took = append(took, r.spent-before)
	}
	took = took[1:]
	slices.Sort(took)
	if took[len(took)-1] == 0 {
		return "", errors.New("the script calls no entry point, so that there is nothing to time")
	}
	return fmt.Sprintf("<p class=\"value\">%v <span class=\"faint\">in the median of %d runs, from %v to %v</span></p>",
		round(took[timedRuns/2]), timedRuns, round(took[0]), round(took[timedRuns-1])), nil
}

// round rounds a time to about three digits.
func round(d time.Duration) time.Duration {
	for unit := time.Second; unit > time.Nanosecond; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 100)
		}
	}
	return d
}

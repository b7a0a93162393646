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
	"unicode"

	"github.com/lamina-lang/lamina/conformance/script"
)

// runner runs directives.
type runner struct {
	program *script.Program
	spent   time.Duration // in entry points, by all runs
	// unconfined lets gnuplot, which runs what a document says, reach all files.
	unconfined bool
}

// A directive is a script, perhaps with a word before it that says what is shown of its value, and
// options after it: :plot sines 100 ; title: Sines, size: (400, 200)
type form struct {
	show    func(r *runner, ctx context.Context, e script.Exp, options map[string]string) (string, error)
	options []string
}

var forms = map[string]form{
	"":         {(*runner).text, nil},
	":audio":   {(*runner).audio, []string{"sampling_frequency", "title"}},
	":gnuplot": {(*runner).gnuplot, nil}, // what follows the semicolon is a text of gnuplot's
	":img":     {(*runner).image, []string{"title"}},
	":plot":    {(*runner).plot, []string{"title", "x", "y", "size"}},
	":plot2d":  {(*runner).plot, []string{"title", "x", "y", "size"}}, // its name in futhark literate
	":table":   {(*runner).table, []string{"title"}},
	":time":    {(*runner).time, nil},
	":video":   {(*runner).video, []string{"fps", "repeat", "title"}},
}

// words are those of forms, for messages.
const words = ":audio, :gnuplot, :img, :plot, :table, :time, :video, and a script alone, each also after :brief or :covert"

// commands is the option under which :gnuplot finds its text.
const commands = "commands"

// run runs a directive and returns how the page shows it, as HTML: its text, and what it shows.
func (r *runner) run(ctx context.Context, text string) (string, error) {
	text = strings.TrimSpace(text)
	told := text
	switch word, rest, _ := strings.Cut(text, " "); word {
	case ":covert":
		text, told = strings.TrimSpace(rest), ""
	case ":brief":
		text = strings.TrimSpace(rest)
		told, _ = cutOutsideStrings(text, ';')
		told = strings.TrimSpace(told)
	}
	shown, err := r.shown(ctx, text)
	if err != nil || told == "" {
		return shown, err
	}
	return fmt.Sprintf("<pre class=\"faint\"><code>&gt; %s</code></pre>%s", html.EscapeString(told), shown), nil
}

// shown is what a directive shows.
func (r *runner) shown(ctx context.Context, text string) (string, error) {
	what := ""
	if strings.HasPrefix(text, ":") {
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		what, text = text[:end], text[end:]
	}
	f, ok := forms[what]
	if !ok {
		return "", fmt.Errorf("there is no directive %s; there are %s", what, words)
	}
	text, after := cutOutsideStrings(text, ';')
	options := map[string]string{commands: after}
	if what != ":gnuplot" {
		var err error
		if options, err = parseOptions(after, what, f.options); err != nil {
			return "", err
		}
	}
	e, err := script.Parse(text)
	if err != nil {
		return "", err
	}
	return f.show(r, ctx, e, options)
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

// parseOptions reads the options of a directive, as in title: Sines, size: (400, 200). A text with a comma
// stands in quotes.
func parseOptions(text, of string, names []string) (map[string]string, error) {
	options := map[string]string{}
	text = strings.TrimSpace(text)
	for text != "" {
		name, rest, ok := strings.Cut(text, ":")
		name, rest = strings.TrimSpace(name), strings.TrimSpace(rest)
		if !ok || !slices.Contains(names, name) {
			return nil, noOption(name, of, names)
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

// needless are options of futhark literate that pages do not need, with the reason.
var needless = map[string]string{
	"format": "videos are animated images in PNG, which the page holds",
	"codec":  "sounds are in WAV, which the page holds",
	"file":   "the page holds what it shows",
}

func noOption(name, of string, names []string) error {
	if why := needless[name]; why != "" {
		return fmt.Errorf("%s is no option: %s", name, why)
	}
	if len(names) == 0 {
		if of == "" {
			of = "a script alone"
		}
		return fmt.Errorf("%q is no option; %s has none", name, of)
	}
	return fmt.Errorf("%q is no option of %s; there are %s, as in title: Sines", name, of, strings.Join(names, ", "))
}

// number reads an option that is a whole number.
func number(options map[string]string, name string, or, least, most int) (int, error) {
	text, ok := options[name]
	if !ok {
		return or, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s is a number from %d to %d, not %s", name, least, most, text)
	}
	return n, nil
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

package pass

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DefaultPipeline is the word that stands for a backend's own passes in the text of a pipeline.
const DefaultPipeline = "default"

// Expand replaces the shorthands in the text of a pipeline, and returns what Parse reads.
// The word default stands for base, a backend's own pipeline. An item
//
//	halve{rounds=2} after fuse
//	halve before simplify#2
//
// goes next to a pass of the items before it; if that pass runs several times, the number
// says which run, from 1. So a pass is added to a pipeline without writing out the pipeline.
func (r *Registry) Expand(text, base string) (string, error) {
	items, err := splitItems(text)
	if err != nil {
		return text, nil // Parse says what is wrong
	}
	var steps []string
	for _, item := range items {
		added, place, err := r.item(item, base)
		if err != nil {
			return "", &TextError{text, err}
		}
		at := len(steps)
		if place != nil {
			if at, err = place.in(steps); err != nil {
				return "", &TextError{text, fmt.Errorf("%s: %w", item, err)}
			}
		}
		steps = slices.Insert(steps, at, added...)
	}
	return strings.Join(steps, ","), nil
}

// splitItems splits the text of a pipeline at the commas outside of braces.
func splitItems(text string) ([]string, error) {
	var items []string
	inside, start := false, 0
	for i, c := range text {
		switch {
		case c == '{':
			inside = true
		case c == '}':
			inside = false
		case c == ',' && !inside:
			items = append(items, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	last := strings.TrimSpace(text[start:])
	if inside || last == "" && len(items) > 0 {
		return nil, fmt.Errorf("an item is not complete")
	}
	if last != "" {
		items = append(items, last)
	}
	return items, nil
}

// item returns the steps that an item stands for, and the place to put them; nil is the end.
func (r *Registry) item(item, base string) (steps []string, place *place, err error) {
	step, rest := item, ""
	if brace := strings.LastIndex(item, "}"); brace >= 0 {
		step, rest = item[:brace+1], item[brace+1:]
	} else if name, after, ok := strings.Cut(item, " "); ok {
		step, rest = name, after
	}
	words := strings.Fields(rest)
	if len(words) == 2 && (words[0] == "after" || words[0] == "before") {
		place, err = r.place(words[0], words[1])
	} else if len(words) > 0 {
		step = item // Parse says what is wrong
	}
	if step != DefaultPipeline || r.Lookup(DefaultPipeline) != nil {
		return []string{step}, place, err
	}
	if base == "" {
		return nil, nil, fmt.Errorf("%s stands for the passes of a backend, and there are none here; name the passes", DefaultPipeline)
	}
	own, err := splitItems(base)
	return own, place, err
}

// place is a position next to a run of a pass.
type place struct {
	after bool
	pass  string
	nth   int // 0 if not said
}

func (r *Registry) place(side, text string) (*place, error) {
	name, number, numbered := strings.Cut(text, "#")
	p := &place{after: side == "after", pass: name}
	if _, err := r.Find(name); err != nil {
		return nil, err
	}
	if numbered {
		var err error
		if p.nth, err = strconv.Atoi(number); err != nil || p.nth < 1 {
			return nil, fmt.Errorf("%s: the number of a run is 1 or more, as in %s#2", text, name)
		}
	}
	return p, nil
}

// in returns the index at which to insert steps.
func (p *place) in(steps []string) (int, error) {
	var runs []int
	for i, s := range steps {
		name, _, _ := strings.Cut(s, "{")
		if strings.TrimSpace(name) == p.pass {
			runs = append(runs, i)
		}
	}
	switch {
	case len(runs) == 0:
		return 0, fmt.Errorf("%s is not among the passes before: %s", p.pass, strings.Join(steps, ","))
	case p.nth == 0 && len(runs) > 1:
		return 0, fmt.Errorf("%s runs %d times; say which run, from %[1]s#1 to %[1]s#%[2]d", p.pass, len(runs))
	case p.nth > len(runs):
		return 0, fmt.Errorf("there is no run %d of %s; it runs %d times", p.nth, p.pass, len(runs))
	}
	at := runs[max(p.nth, 1)-1]
	if p.after {
		at++
	}
	return at, nil
}

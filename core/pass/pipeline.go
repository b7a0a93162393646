package pass

import (
	"fmt"
	"strings"
)

// Step is a pass of a pipeline with its options.
type Step struct {
	Pass    *Pass
	Options Options
	// Nth counts the runs of the pass up to this one, from 1. Build sets it; a step that
	// was taken out of its pipeline keeps it.
	Nth int
}

// String names the step in messages: name{option=value,…}, from the second run of the pass
// on with its number, as in simplify#2.
func (s Step) String() string { return s.Label() + s.Options.String() }

// Label is String without the options.
func (s Step) Label() string {
	if s.Nth > 1 {
		return fmt.Sprintf("%s#%d", s.Pass.Name, s.Nth)
	}
	return s.Pass.Name
}

// Text prints the step as Parse reads it.
func (s Step) Text() string { return s.Pass.Name + s.Options.String() }

// Pipeline is a valid sequence of passes; see Build.
type Pipeline struct {
	Steps      []Step
	Start, End Level
}

// String prints the text form, which Parse reads back.
func (p *Pipeline) String() string {
	parts := make([]string, len(p.Steps))
	for i, s := range p.Steps {
		parts[i] = s.Text()
	}
	return strings.Join(parts, ",")
}

// Parse reads a pipeline for programs of the given level:
//
//	simplify,fuse{max-depth=3},extract-kernels
//
// Spaces and newlines around words are ignored; a bool option may be given by its name
// alone. The pipeline must satisfy the level and ordering rules of Build.
func (r *Registry) Parse(text string, start Level) (*Pipeline, error) {
	steps, err := r.Steps(text)
	if err != nil {
		return nil, err
	}
	return Build(start, steps...)
}

// Steps reads the steps of a pipeline as Parse does, but for programs of no particular level. Its
// errors are TextErrors.
func (r *Registry) Steps(text string) ([]Step, error) {
	steps, err := r.parseSteps(text)
	if err != nil {
		return nil, &TextError{text, err}
	}
	return steps, nil
}

// TextError is the error of a text that is no pipeline.
type TextError struct {
	Text string
	Err  error
}

func (e *TextError) Error() string { return fmt.Sprintf("reading pipeline %q: %v", e.Text, e.Err) }

// Unwrap returns what is wrong with the text.
func (e *TextError) Unwrap() error { return e.Err }

// parseSteps reads the comma-separated steps.
func (r *Registry) parseSteps(text string) ([]Step, error) {
	var steps []Step
	rest := strings.TrimSpace(text)
	for rest != "" {
		end := strings.IndexAny(rest, ",{")
		if end < 0 {
			end = len(rest)
		}
		name := strings.TrimSpace(rest[:end])
		p := r.Lookup(name)
		if p == nil {
			return nil, r.unknown(name)
		}
		step := Step{Pass: p, Options: p.Defaults()}
		rest = rest[end:]
		if strings.HasPrefix(rest, "{") {
			inside, after, ok := strings.Cut(rest[1:], "}")
			if !ok {
				return nil, fmt.Errorf("the { after %s is not closed; add a }", name)
			}
			var err error
			if step.Options, err = parseOptions(p, inside); err != nil {
				return nil, err
			}
			rest = strings.TrimSpace(after)
		}
		steps = append(steps, step)
		if rest == "" {
			break
		}
		if rest[0] != ',' {
			return nil, fmt.Errorf("found %q after %s; put a comma between passes", rest, step)
		}
		rest = strings.TrimSpace(rest[1:])
		if rest == "" {
			return nil, fmt.Errorf("a comma stands at the end; remove it or add a pass")
		}
	}
	return steps, nil
}

// parseOptions reads name=value,… or a bool's name alone.
func parseOptions(p *Pass, text string) (Options, error) {
	opts := p.Defaults()
	if strings.TrimSpace(text) == "" {
		return opts, nil
	}
	for item := range strings.SplitSeq(text, ",") {
		name, value, given := strings.Cut(item, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if decl := p.option(name); decl != nil && !given {
			if _, isBool := decl.Default.(bool); !isBool {
				return opts, fmt.Errorf("pass %s: option %s needs a value: %s=…", p.Name, name, name)
			}
			value = "true"
		}
		var err error
		if opts, err = opts.Set(name, value); err != nil {
			return opts, err
		}
	}
	return opts, nil
}

package pass

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Option declares an option of a pass.
type Option struct {
	Name string
	Doc  string // one line
	// Default is a bool, an int or a string, and fixes the option's type.
	Default any
	// Choices are the values that a string option may have; nil allows any.
	Choices []string
}

// OptionError says that the value of an option does not fit the program. The user who set
// it made a mistake; the compiler did not, so no reproducer is kept.
type OptionError struct{ Err error }

// Error returns the message of Err.
func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *OptionError) Unwrap() error { return e.Err }

// parse reads a value of the option's type.
func (o *Option) parse(text string) (any, error) {
	switch o.Default.(type) {
	case bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("option %s is true or false, not %q", o.Name, text)
		}
		return b, nil
	case int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("option %s is a whole number, not %q", o.Name, text)
		}
		return n, nil
	}
	if len(o.Choices) > 0 && !slices.Contains(o.Choices, text) {
		return nil, fmt.Errorf("option %s is one of %s, not %q", o.Name, strings.Join(o.Choices, ", "), text)
	}
	return text, nil
}

// TypeName returns the type of the option's values, for messages.
func (o *Option) TypeName() string {
	switch o.Default.(type) {
	case bool:
		return "bool"
	case int:
		return "int"
	}
	if len(o.Choices) > 0 {
		return strings.Join(o.Choices, "|")
	}
	return "string"
}

// valid returns an error if the declaration is ill-formed.
func (o *Option) valid() error {
	switch d := o.Default.(type) {
	case bool, int:
	case string:
		if _, err := o.parse(d); err != nil {
			return fmt.Errorf("default of %w", err)
		}
	default:
		return fmt.Errorf("option %s has a default of type %T; give a bool, an int or a string", o.Name, d)
	}
	if !isName(o.Name) {
		return fmt.Errorf("option name %q is not lower-case words joined by hyphens", o.Name)
	}
	return nil
}

// Options are the values of a pass's options, including defaults.
type Options struct {
	pass   *Pass
	values map[string]any // values other than the defaults
}

// Defaults returns p's options, all with their defaults.
func (p *Pass) Defaults() Options { return Options{pass: p} }

// Set returns o with one option read from text.
func (o Options) Set(name, text string) (Options, error) {
	decl := o.pass.option(name)
	if decl == nil {
		return o, fmt.Errorf("pass %s has no option %q; it has %s", o.pass.Name, name, o.pass.optionList())
	}
	v, err := decl.parse(text)
	if err != nil {
		return o, fmt.Errorf("pass %s: %w", o.pass.Name, err)
	}
	return o.with(name, v), nil
}

// with returns o with one option replaced by a value of its type.
func (o Options) with(name string, v any) Options {
	out := Options{o.pass, map[string]any{name: v}}
	for k, old := range o.values {
		if k != name {
			out.values[k] = old
		}
	}
	if v == o.pass.option(name).Default {
		delete(out.values, name)
	}
	return out
}

func (p *Pass) optionList() string {
	options := p.allOptions()
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = fmt.Sprintf("%s (%s)", o.Name, o.TypeName())
	}
	return strings.Join(names, ", ")
}

// Bool returns the value of a bool option. It panics if the pass does not declare the
// option.
func (o Options) Bool(name string) bool { return o.value(name).(bool) }

// Int returns the value of an int option.
func (o Options) Int(name string) int { return o.value(name).(int) }

// Text returns the value of a string option.
func (o Options) Text(name string) string { return o.value(name).(string) }

func (o Options) value(name string) any {
	if v, ok := o.values[name]; ok {
		return v
	}
	decl := o.pass.option(name)
	if decl == nil {
		panic(fmt.Sprintf("pass %s reads option %q, which it does not declare", o.pass.Name, name))
	}
	return decl.Default
}

// String prints {name=value,…} for the values that differ from the defaults, in the order
// of declaration, or nothing.
func (o Options) String() string {
	var parts []string
	for _, decl := range o.pass.allOptions() {
		if v, ok := o.values[decl.Name]; ok {
			parts = append(parts, fmt.Sprintf("%s=%v", decl.Name, v))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// Setting is the value of an option as text.
type Setting struct{ Name, Value string }

// Settings returns the values of all options, in the order of declaration.
func (o Options) Settings() []Setting {
	var out []Setting
	for _, decl := range o.pass.allOptions() {
		out = append(out, Setting{decl.Name, fmt.Sprint(o.value(decl.Name))})
	}
	return out
}

// SetDefault replaces the default of an option by a value read from text.
func (p *Pass) SetDefault(name, text string) error {
	for i := range p.Options {
		if o := &p.Options[i]; o.Name == name {
			v, err := o.parse(text)
			if err != nil {
				return err
			}
			o.Default = v
			return nil
		}
	}
	return fmt.Errorf("pass %s has no option %q; it has %s", p.Name, name, p.optionList())
}

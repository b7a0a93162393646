package certifytest

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// selected returns the cases that the flags -run and -skip of go test select.
func selected(test string, cases []*suite.Case) []*suite.Case {
	run, skip := patterns("test.run"), patterns("test.skip")
	var out []*suite.Case
	for _, c := range cases {
		name := strings.Split(test+"/"+c.ID(), "/")
		skipped := slices.ContainsFunc(skip, func(p []*regexp.Regexp) bool { return len(p) <= len(name) && matches(p, name) })
		if !skipped && (len(run) == 0 || slices.ContainsFunc(run, func(p []*regexp.Regexp) bool { return matches(p, name) })) {
			out = append(out, c)
		}
	}
	return out
}

// patterns returns the alternatives of a flag, each with a regular expression for each level of
// names; nil if it is not set.
func patterns(name string) [][]*regexp.Regexp {
	f := flag.Lookup(name)
	if f == nil || f.Value.String() == "" {
		return nil
	}
	var out [][]*regexp.Regexp
	for _, alternative := range split(f.Value.String(), '|') {
		var levels []*regexp.Regexp
		for _, level := range split(alternative, '/') {
			r, err := regexp.Compile(level)
			if err != nil {
				return nil // testing reports it
			}
			levels = append(levels, r)
		}
		out = append(out, levels)
	}
	return out
}

// split splits a pattern at a character outside brackets and parentheses, as testing does.
func split(pattern string, at byte) []string {
	var out []string
	begin, set, group := 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			set++
		case c == ']':
			set = max(0, set-1)
		case c == '(' && set == 0:
			group++
		case c == ')' && set == 0:
			group--
		case c == at && set == 0 && group == 0:
			out = append(out, pattern[begin:i])
			begin = i + 1
		}
	}
	return append(out, pattern[begin:])
}

// matches reports whether each level of a name that has a pattern matches it.
func matches(pattern []*regexp.Regexp, name []string) bool {
	for i, r := range pattern {
		if i < len(name) && !r.MatchString(name[i]) {
			return false
		}
	}
	return true
}

// subtests reports each case as a subtest of its suite.
func subtests(t *testing.T, report *certify.Report) {
	var suites []string
	names := map[string][]string{} // of cases, by suite
	on := map[string][]outcome{}   // by case
	for _, d := range report.Devices {
		for _, r := range d.Results {
			of, name, _ := strings.Cut(r.Case, "/")
			if names[of] == nil {
				suites = append(suites, of)
			}
			if on[r.Case] == nil {
				names[of] = append(names[of], name)
			}
			on[r.Case] = append(on[r.Case], outcome{d.Label(), r})
		}
	}
	for _, s := range suites {
		t.Run(s, func(t *testing.T) {
			for _, name := range names[s] {
				t.Run(name, func(t *testing.T) { tell(t, on[s+"/"+name]) })
			}
		})
	}
}

// outcome is a result on a device.
type outcome struct {
	device string
	certify.Result
}

// tell reports a case: it fails if it failed on a device, and is skipped if it ran on none.
func tell(t *testing.T, on []outcome) {
	ran, why := false, ""
	for _, o := range on {
		switch {
		case o.Status.Bad():
			t.Errorf("on %s: %s: %s", o.device, o.Status, o.Error)
		case o.Status == certify.Passed:
			ran = true
		default:
			why = string(o.Status) + ": " + o.Reason
		}
	}
	if !ran && !t.Failed() {
		t.Skip(why)
	}
}

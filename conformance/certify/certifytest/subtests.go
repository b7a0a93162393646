package certifytest

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// selected returns the cases that the flags -run and -skip of go test may select. It leaves
// the last word to testing: what has alternatives over several levels selects all.
func selected(test string, cases []*suite.Case) []*suite.Case {
	run, skip := pattern("test.run"), pattern("test.skip")
	var out []*suite.Case
	for _, c := range cases {
		name := strings.Split(test+"/"+c.ID(), "/")
		if len(run) > 0 && !matches(run, name) || len(skip) > 0 && len(skip) <= len(name) && matches(skip, name) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// pattern returns the regular expressions of a flag, one for each level of names; nil if it is
// not set, or not as simple as that.
func pattern(name string) []*regexp.Regexp {
	f := flag.Lookup(name)
	if f == nil || f.Value.String() == "" || strings.ContainsAny(f.Value.String(), "|[(") {
		return nil
	}
	var out []*regexp.Regexp
	for part := range strings.SplitSeq(f.Value.String(), "/") {
		r, err := regexp.Compile(part)
		if err != nil {
			return nil // testing reports it
		}
		out = append(out, r)
	}
	return out
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

package certify

import (
	"cmp"
	"path"
	"slices"
	"time"

	"github.com/lamina-lang/lamina/conformance/suite"
)

// Status is how a case went on a device.
type Status string

// The statuses. The last two make a report fail.
const (
	Passed          Status = "passed"
	Unsupported     Status = "unsupported"      // for good, with a reason: not tried
	ExpectedFailure Status = "expected failure" // for now, with a reason: tried, and it failed
	Failed          Status = "failed"
	UnexpectedPass  Status = "unexpected pass" // expected to fail, and it did not
)

// Statuses lists them, in the order of reports.
var Statuses = []Status{Passed, Unsupported, ExpectedFailure, Failed, UnexpectedPass}

// Bad reports whether the status makes a report fail.
func (s Status) Bad() bool { return s == Failed || s == UnexpectedPass }

// Result is how one case went on one device.
type Result struct {
	Case    string  `json:"case"`
	Status  Status  `json:"status"`
	Reason  string  `json:"reason,omitempty"` // why it is unsupported, or expected to fail
	Error   string  `json:"error,omitempty"`  // what went wrong
	File    string  `json:"file,omitempty"`   // a program that shows it, made smaller, as .lir
	Seconds float64 `json:"seconds"`
}

// DeviceReport is how the cases went on one device.
type DeviceReport struct {
	Backend string `json:"backend"`
	Device  string `json:"device,omitempty"` // as --device takes it
	Name    string `json:"name,omitempty"`   // as its maker calls it
	Detail  string `json:"detail,omitempty"`
	// Unavailable says why the backend cannot run here, Broken why it should and
	// could not be started; then there are no results.
	Unavailable string         `json:"unavailable,omitempty"`
	Required    bool           `json:"required,omitempty"`
	Broken      string         `json:"broken,omitempty"`
	Results     []Result       `json:"results"`
	Reached     suite.Coverage `json:"-"` // by generated programs
	Count       map[Status]int `json:"count"`
	NotTried    int            `json:"notTried,omitempty"` // cases that were left when the run was stopped
	Seconds     float64        `json:"seconds"`
}

// Bad reports whether the device makes the report fail.
func (d *DeviceReport) Bad() bool {
	return d.Broken != "" || d.Unavailable != "" && d.Required || d.Count[Failed]+d.Count[UnexpectedPass] > 0 || d.NotTried > 0
}

// inOrder sorts the results as the cases are.
func (d *DeviceReport) inOrder(cases []*suite.Case) {
	at := make(map[string]int, len(cases))
	for i, c := range cases {
		at[c.ID()] = i
	}
	slices.SortFunc(d.Results, func(a, b Result) int { return cmp.Compare(at[a.Case], at[b.Case]) })
}

// Report is how a run of the suite went.
type Report struct {
	Version string          `json:"version"`
	Command string          `json:"command"`
	Started time.Time       `json:"started"`
	Seconds float64         `json:"seconds"`
	Devices []*DeviceReport `json:"devices"`
}

// Bad reports whether anything failed.
func (r *Report) Bad() bool {
	return slices.ContainsFunc(r.Devices, (*DeviceReport).Bad)
}

// Exception is what a backend is not expected to do, and why. It is about the cases
// whose ID matches Cases (as path.Match does, * for all), and that need Needs, if
// that is set.
type Exception struct {
	Cases  string
	Needs  string
	Device string // the name of the device must match this, if it is set
	Reason string
}

// Expectations are a backend's exceptions.
type Expectations struct {
	Unsupported []Exception // for good
	Failing     []Exception // for now
}

// of returns what is expected of a case, with the reason: Passed, Unsupported or
// ExpectedFailure.
func (e *Expectations) of(c *suite.Case, device string) (Status, string) {
	for _, list := range []struct {
		status     Status
		exceptions []Exception
	}{{Unsupported, e.Unsupported}, {ExpectedFailure, e.Failing}} {
		for _, x := range list.exceptions {
			if x.covers(c, device) {
				return list.status, x.Reason
			}
		}
	}
	return Passed, ""
}

func (x *Exception) covers(c *suite.Case, device string) bool {
	match := func(pattern, s string) bool {
		ok, err := path.Match(pattern, s)
		return pattern == "" || pattern == "*" || err == nil && ok
	}
	return match(x.Cases, c.ID()) && match(x.Device, device) && (x.Needs == "" || slices.Contains(c.Needs, x.Needs))
}

// result judges the outcome of a case that was tried.
func result(c *suite.Case, expected Status, reason string, a answer) Result {
	r := Result{Case: c.ID(), Status: Passed, Reason: reason, Error: a.Error, File: a.File, Seconds: a.Seconds}
	failure := a.Error
	switch {
	case failure != "" && expected == ExpectedFailure:
		r.Status = ExpectedFailure
	case failure != "":
		r.Status = Failed
	case expected == ExpectedFailure:
		r.Status = UnexpectedPass
		r.Error = "it passes: take it from the list of expected failures"
	}
	return r
}

package certify

import (
	"cmp"
	"path"
	"slices"
	"time"

	"github.com/lamina-lang/lamina/conformance/suite"
)

// Status is the outcome of a case on a device.
type Status string

// The statuses. The last two make a report fail.
const (
	Passed          Status = "passed"
	Unsupported     Status = "unsupported"      // permanently, with a reason: not run
	ExpectedFailure Status = "expected failure" // for now, with a reason: run, and failed
	Failed          Status = "failed"
	UnexpectedPass  Status = "unexpected pass" // expected to fail, but passed
)

// Statuses lists the statuses in the order of reports.
var Statuses = []Status{Passed, Unsupported, ExpectedFailure, Failed, UnexpectedPass}

// Bad reports whether the status makes a report fail.
func (s Status) Bad() bool { return s == Failed || s == UnexpectedPass }

// Result is the outcome of one case on one device.
type Result struct {
	Case    string  `json:"case"`
	Status  Status  `json:"status"`
	Reason  string  `json:"reason,omitempty"` // why it is unsupported or expected to fail
	Error   string  `json:"error,omitempty"`  // what went wrong
	File    string  `json:"file,omitempty"`   // a reduced program that shows it, as .lir
	Seconds float64 `json:"seconds"`
}

// DeviceReport holds the outcomes on one device.
type DeviceReport struct {
	Backend string `json:"backend"`
	Device  string `json:"device,omitempty"` // value of --device
	Name    string `json:"name,omitempty"`   // the vendor's name for it
	Detail  string `json:"detail,omitempty"`
	Kind    string `json:"kind,omitempty"` // of the nodes of a cluster that have it
	// Unavailable says why the backend cannot run here; Broken, why it should but failed to
	// start. In both cases there are no results.
	Unavailable string         `json:"unavailable,omitempty"`
	Required    bool           `json:"required,omitempty"`
	Broken      string         `json:"broken,omitempty"`
	Results     []Result       `json:"results"`
	Reached     suite.Coverage `json:"-"` // by generated programs
	Count       map[Status]int `json:"count"`
	NotTried    int            `json:"notTried,omitempty"` // cases not run because the run was stopped
	Seconds     float64        `json:"seconds"`
}

// Bad reports whether the device makes the report fail.
func (d *DeviceReport) Bad() bool {
	return d.Broken != "" || d.Unavailable != "" && d.Required || d.Count[Failed]+d.Count[UnexpectedPass] > 0 || d.NotTried > 0
}

// Add adds the result of a case, and what it reached.
func (d *DeviceReport) Add(r Result, reached []string) {
	d.Reached.Add(reached)
	d.Results = append(d.Results, r)
	d.Count[r.Status]++
}

// Sort sorts the results in the order of the cases.
func (d *DeviceReport) Sort(cases []*suite.Case) {
	at := make(map[string]int, len(cases))
	for i, c := range cases {
		at[c.ID()] = i
	}
	slices.SortFunc(d.Results, func(a, b Result) int { return cmp.Compare(at[a.Case], at[b.Case]) })
}

// Report is the outcome of a run of the suite.
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

// Exception is something that a backend is not expected to do, and why. It applies to cases
// whose ID matches Cases (path.Match syntax, where * matches all) and, if Needs is set,
// that need Needs.
type Exception struct {
	Cases  string
	Needs  string
	Device string // if set, the pattern that the device's name must match
	Reason string
}

// Expectations are a backend's exceptions.
type Expectations struct {
	Unsupported []Exception // permanently
	Failing     []Exception // for now
}

// of returns the status to expect of a case, with the reason: Passed, Unsupported or
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

// result judges the outcome of a case that was run.
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

package certify

import (
	_ "embed"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/core/source"
)

// Summary returns one line with the number of cases per status.
func (d *DeviceReport) Summary() string {
	switch {
	case d.Broken != "":
		return "cannot be started: " + d.Broken
	case d.Unavailable != "":
		return "unavailable: " + d.Unavailable
	}
	var parts []string
	for _, s := range Statuses {
		if n := d.Count[s]; n > 0 || s == Passed || s == Failed {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	if d.NotTried > 0 {
		parts = append(parts, fmt.Sprintf("%d not tried", d.NotTried))
	}
	return fmt.Sprintf("%s in %.1f s", strings.Join(parts, ", "), d.Seconds)
}

// Label names the device for users.
func (d *DeviceReport) Label() string {
	label := d.Backend
	if d.Device != "" && d.Name != "" {
		label += ":" + d.Device
	}
	if d.Name != "" {
		label += " (" + d.Name + ")"
	}
	if d.Kind != "" {
		label += " on " + d.Kind
	}
	return label
}

// WriteText writes a line for each device, followed by its failures.
func (r *Report) WriteText(w io.Writer) error {
	for _, d := range r.Devices {
		if _, err := fmt.Fprintln(w, source.Printable(d.Label()+": "+d.Summary())); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON writes the whole report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// JUnit's elements, as CI systems read them.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Stamp    string      `xml:"timestamp,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitMessage `xml:"failure,omitempty"`
		Skipped *junitMessage `xml:"skipped,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report in JUnit's format, with a test suite for each device.
// Unsupported cases and expected failures are skipped tests, with the reason.
func (r *Report) WriteJUnit(w io.Writer) error {
	var all junitSuites
	seconds := func(s float64) string { return fmt.Sprintf("%.3f", s) }
	for _, d := range r.Devices {
		s := junitSuite{Name: d.Label(), Time: seconds(d.Seconds), Stamp: r.Started.UTC().Format(time.RFC3339)}
		if d.Unavailable != "" || d.Broken != "" {
			c := junitCase{Class: d.Backend, Name: "available", Time: "0"}
			message := &junitMessage{Message: d.Summary()}
			if d.Bad() {
				c.Failure, s.Failures = message, 1
			} else {
				c.Skipped, s.Skipped = message, 1
			}
			s.Cases = append(s.Cases, c)
		}
		for _, res := range d.Results {
			class, name, _ := strings.Cut(res.Case, "/")
			c := junitCase{Class: d.Backend + "." + class, Name: name, Time: seconds(res.Seconds)}
			switch {
			case res.Status.Bad():
				first, _, _ := strings.Cut(res.Error, "\n")
				c.Failure = &junitMessage{Message: string(res.Status) + ": " + first, Text: res.Error}
				s.Failures++
			case res.Status != Passed:
				c.Skipped = &junitMessage{Message: string(res.Status) + ": " + res.Reason}
				s.Skipped++
			}
			s.Cases = append(s.Cases, c)
		}
		if d.NotTried > 0 {
			message := &junitMessage{Message: fmt.Sprintf("the run was stopped: %d cases were not tried", d.NotTried)}
			s.Cases = append(s.Cases, junitCase{Class: d.Backend, Name: "complete", Time: "0", Failure: message})
			s.Failures++
		}
		s.Tests = len(s.Cases)
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

//go:embed report.html
var reportHTML string

//go:embed report.js
var reportJS string

// WriteHTML writes the report as a self-contained HTML page.
func (r *Report) WriteHTML(w io.Writer) error {
	page, err := template.New("report").Parse(reportHTML)
	if err != nil {
		return err
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return page.Execute(w, map[string]any{
		"Report": r,
		"Data":   template.JS(data), // json.Marshal escapes <, > and &
		"Script": template.JS(reportJS),
	})
}

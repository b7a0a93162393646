package cluster

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// Target is a backend, and one or all of its devices, to test on every kind of nodes.
type Target struct {
	Backend  string
	Device   string
	Required bool
}

// campaign is a target on a kind of nodes.
type campaign struct {
	kind    Kind
	target  Target
	shards  []*shard
	devices []*certify.DeviceReport // by key, in the order in which they are found
	absent  *certify.DeviceReport   // why a node has no device; nil if every one has
}

// label names a campaign for people.
func (c *campaign) label() string {
	name := c.target.Backend
	if c.target.Device != "" {
		name += ":" + c.target.Device
	}
	if c.kind.Name != "" {
		name += " on " + c.kind.Name
	}
	return name
}

// device returns the report that collects the results of a device: devices of one name and
// kind are one.
func (c *campaign) device(found *certify.DeviceReport) *certify.DeviceReport {
	for _, d := range c.devices {
		if d.Device == found.Device && d.Name == found.Name {
			return d
		}
	}
	d := &certify.DeviceReport{
		Backend: found.Backend, Device: found.Device, Name: found.Name, Detail: found.Detail, Kind: c.kind.Name,
		Results: []certify.Result{}, Reached: suite.Coverage{}, Count: map[certify.Status]int{},
	}
	c.devices = append(c.devices, d)
	return d
}

// report returns the reports of the campaign's devices, or one that says why there is none.
func (c *campaign) report(cases []*suite.Case) []*certify.DeviceReport {
	if len(c.devices) == 0 {
		if c.absent == nil {
			c.absent = &certify.DeviceReport{Backend: c.target.Backend, Device: c.target.Device, Kind: c.kind.Name, Broken: "no worker came to test it", NotTried: len(cases)}
		}
		return []*certify.DeviceReport{c.absent}
	}
	for _, s := range c.shards {
		if len(s.done) == 0 {
			c.devices[0].NotTried += len(s.cases)
		}
		for id, done := range s.done {
			at := slices.IndexFunc(c.devices, func(d *certify.DeviceReport) bool { return d.Device == id })
			c.devices[at].NotTried += len(s.cases) - len(done)
		}
	}
	for _, d := range c.devices {
		d.Sort(cases)
	}
	return c.devices
}

// shard is a part of a campaign's cases.
type shard struct {
	of     *campaign
	number int
	cases  []*suite.Case

	devices []*certify.DeviceReport // of the current worker's node
	// done holds the cases with a result on each device, by the identifier that the backend
	// gives the device: a worker that is launched again may get another one of the same kind.
	done    map[string]map[string]bool
	running map[string]int // cases that have begun and have no result, with the device's index
	strikes map[string]int // how many workers were lost while they ran a case
	barren  int            // consecutive workers that were lost without a new result
	news    bool           // the current worker brought a result
	over    bool           // all cases have results, or never will have
	refusal string         // why the worker did not do its task
}

func newShard(of *campaign, number int, cases []*suite.Case) *shard {
	return &shard{of: of, number: number, cases: cases, done: map[string]map[string]bool{}, running: map[string]int{}, strikes: map[string]int{}}
}

// String names a shard for people.
func (s *shard) String() string { return fmt.Sprintf("%s, shard %d", s.of.label(), s.number+1) }

// why says why the current worker did not finish its task.
func (s *shard) why(cause error) error {
	switch {
	case s.refusal != "":
		return errors.New(s.refusal)
	case cause != nil:
		return cause
	case s.of.absent != nil && len(s.devices) == 0:
		return errors.New(s.of.absent.Summary())
	}
	return errors.New("its worker ended before its last line")
}

// remaining returns the names of the cases that lack a result on a device.
func (s *shard) remaining() []string {
	var out []string
	for _, c := range s.cases {
		missing := len(s.done) == 0
		for _, done := range s.done {
			missing = missing || !done[c.ID()]
		}
		if missing {
			out = append(out, c.ID())
		}
	}
	return out
}

// launch prepares the shard for a worker.
func (s *shard) launch() {
	s.devices, s.running, s.news, s.refusal = nil, map[string]int{}, false, ""
}

// accept takes in a line. It returns the device and the result that are new, if any.
func (s *shard) accept(l *Line) (*certify.DeviceReport, *certify.Result, error) {
	switch {
	case l.Error != "":
		s.refusal = l.Error
	case l.Devices != nil:
		if slices.Contains(l.Devices, nil) {
			return nil, nil, errors.New("a device that is null")
		}
		s.found(l.Devices)
	case l.Begin != "":
		s.running[l.Begin] = l.Device
	case l.Result != nil:
		return s.result(l)
	case l.End:
		s.over = len(s.remaining()) == 0 || len(s.devices)+len(s.of.devices) == 0
	}
	return nil, nil, nil
}

// found notes the devices of the worker's node.
func (s *shard) found(devices []*certify.DeviceReport) {
	s.devices = nil
	for _, d := range devices {
		if d.Unavailable != "" || d.Broken != "" {
			d.Kind = s.of.kind.Name
			s.of.absent = d
			continue
		}
		s.devices = append(s.devices, s.of.device(d))
		if s.done[d.Device] == nil {
			s.done[d.Device] = map[string]bool{}
		}
	}
}

func (s *shard) result(l *Line) (*certify.DeviceReport, *certify.Result, error) {
	if l.Device < 0 || l.Device >= len(s.devices) {
		return nil, nil, fmt.Errorf("a result of device %d, and there are %d", l.Device, len(s.devices))
	}
	d := s.devices[l.Device]
	delete(s.running, l.Result.Case)
	if s.done[d.Device][l.Result.Case] {
		return nil, nil, nil
	}
	s.done[d.Device][l.Result.Case] = true
	s.news = true
	d.Add(*l.Result, l.Reached)
	return d, l.Result, nil
}

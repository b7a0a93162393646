package cluster

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/certify"
)

// Protocol is the version of the protocol between coordinator and workers.
const Protocol = 1

// Task says what the worker of a shard does. It is the first line that the worker reads; a line
// with the name of a case follows for each case, as a JSON string.
type Task struct {
	Protocol int           `json:"protocol"`
	Lamina   string        `json:"lamina"` // the coordinator's version; workers of another one refuse
	Backend  string        `json:"backend"`
	Device   string        `json:"device,omitempty"` // as for certify.Target
	Required bool          `json:"required,omitempty"`
	Math     string        `json:"math"`
	Plugins  string        `json:"plugins"`          // how generated programs reach the memory passes
	Guests   []string      `json:"guests,omitempty"` // plugins with passes of the pipelines: FILE@sha256:HEX
	Timeout  time.Duration `json:"timeout"`          // of a case, in nanoseconds
	Jobs     int           `json:"jobs"`             // processes that share a device's cases
}

// Line is something that a worker tells. One of Devices, Begin, Result, Alive, Error and End is
// set; Devices comes before all that is about a device.
type Line struct {
	// Devices are those that the cases run on, or the reason why there is none, without results.
	Devices []*certify.DeviceReport `json:"devices,omitempty"`
	Begin   string                  `json:"begin,omitempty"`   // a case that begins on Device
	Result  *certify.Result         `json:"result,omitempty"`  // of a case on Device
	Reached []string                `json:"reached,omitempty"` // with Result: newly reached coverage
	Device  int                     `json:"device,omitempty"`  // an index of Devices
	Alive   bool                    `json:"alive,omitempty"`   // there is nothing else to tell
	Error   string                  `json:"error,omitempty"`   // why the worker cannot do its task
	End     bool                    `json:"end,omitempty"`     // all cases have results
}

// encode returns the input of a worker.
func (t Task) encode(cases []string) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	_ = e.Encode(t) // a strings.Builder does not fail, and all fields are plain
	for _, c := range cases {
		_ = e.Encode(c)
	}
	return []byte(b.String())
}

// maxLine bounds the length of a line.
const maxLine = 64 << 20

// decodeTask reads the input of a worker.
func decodeTask(in io.Reader) (Task, []string, error) {
	var t Task
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	if !lines.Scan() {
		return t, nil, errors.Join(errors.New("the worker of a shard reads its task on standard input, and there is none: it is started by `lamina conformance --launcher`, not by hand"), lines.Err())
	}
	if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
		return t, nil, fmt.Errorf("reading the task of a shard: %w", err)
	}
	if t.Protocol != Protocol {
		return t, nil, fmt.Errorf("the task of the shard is of protocol %d, and this lamina speaks %d: use one version everywhere", t.Protocol, Protocol)
	}
	var cases []string
	for lines.Scan() {
		var c string
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return t, nil, fmt.Errorf("reading case %d of a shard: %w", len(cases)+1, err)
		}
		cases = append(cases, c)
	}
	return t, cases, lines.Err()
}

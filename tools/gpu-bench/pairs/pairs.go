// Package pairs holds times of programs measured beside a peer, another compiler of the
// same programs: the file of JSON that tools/gpu-bench/peer writes, and the table that
// tools/performance-table makes of it.
package pairs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Side is the run of one compiler's program on one input.
type Side struct {
	Micros float64 `json:"microseconds,omitempty"` // the least of the runs; 0 if there is none
	Bytes  int64   `json:"bytes,omitempty"`        // peak memory; 0 if unknown
	Error  string  `json:"error,omitempty"`        // why there is no time, or no right result
}

// Pair is one input of one program.
type Pair struct {
	Program string `json:"program"` // its name, without folder and suffix
	Entry   string `json:"entry"`
	Input   string `json:"input"` // as the test block names it
	Ours    Side   `json:"ours"`
	Peer    Side   `json:"peer"`
}

// Results are the pairs measured on one device.
type Results struct {
	Device string `json:"device"`
	Peer   string `json:"peer"` // the peer's name
	Pairs  []Pair `json:"pairs"`
}

// Ratio is our time over the peer's: infinite if only the peer has one, 0 if only we have
// one, and not a number if neither has.
func (p Pair) Ratio() float64 {
	switch {
	case p.Ours.Error == "" && p.Peer.Error == "":
		return p.Ours.Micros / p.Peer.Micros
	case p.Ours.Error != "" && p.Peer.Error != "":
		return math.NaN()
	case p.Ours.Error != "":
		return math.Inf(1)
	}
	return 0
}

// Parse reads what Write wrote. It returns nil, without an error, for other objects of JSON.
func Parse(data []byte) (*Results, error) {
	var kind map[string]json.RawMessage
	if err := json.Unmarshal(data, &kind); err != nil {
		return nil, err
	}
	if _, ok := kind["pairs"]; !ok {
		return nil, nil
	}
	r := new(Results)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Write writes the results as JSON.
func (r *Results) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Table writes the results as a section in Markdown, the worst first: failures of ours, then
// by ratio, then failures of both and of the peer.
func (r *Results) Table(w io.Writer) error {
	sorted := slices.Clone(r.Pairs)
	slices.SortStableFunc(sorted, func(a, b Pair) int { return cmp.Compare(rank(b), rank(a)) })
	var b strings.Builder
	fmt.Fprintf(&b, "## Beside %s: %s\n\n%s\n\n", r.Peer, r.Device, r.Summary())
	b.WriteString("| program | input | ours | peer | ratio | our memory | peer's memory |\n|---|---|---:|---:|---:|---:|---:|\n")
	for _, p := range sorted {
		ratio := ""
		if t := p.Ratio(); t > 0 && !math.IsInf(t, 0) {
			ratio = fmt.Sprintf("%.2f", t)
		}
		name := p.Program
		if p.Entry != "main" {
			name += ":" + p.Entry
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", name, cell(p.Input), p.Ours.time(), p.Peer.time(), ratio, size(p.Ours.Bytes), size(p.Peer.Bytes))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rank orders pairs: those without any ratio come last.
func rank(p Pair) float64 {
	if t := p.Ratio(); !math.IsNaN(t) {
		return t
	}
	return -1
}

// Summary says in one sentence how the ratios lie.
func (r *Results) Summary() string {
	var logs float64
	var both, within, slow, ours, theirs, less, known int
	for _, p := range r.Pairs {
		if p.Ours.Error != "" {
			ours++
		}
		if p.Peer.Error != "" {
			theirs++
		}
		if p.Ours.Error != "" || p.Peer.Error != "" {
			continue
		}
		both++
		logs += math.Log(p.Ratio())
		if p.Ratio() <= 1 {
			within++
		}
		if p.Ratio() > 1.5 {
			slow++
		}
		if p.Ours.Bytes > 0 && p.Peer.Bytes > 0 {
			known++
			if p.Ours.Bytes <= p.Peer.Bytes {
				less++
			}
		}
	}
	text := fmt.Sprintf("%d pairs", len(r.Pairs))
	if both > 0 {
		text += fmt.Sprintf("; geometric mean of %d ratios %.2f, %d of them at most 1, %d above 1.5", both, math.Exp(logs/float64(both)), within, slow)
	}
	if known > 0 {
		text += fmt.Sprintf("; no more memory than the peer in %d of %d", less, known)
	}
	return text + fmt.Sprintf("; ours fails in %d, the peer in %d.", ours, theirs)
}

func (s Side) time() string {
	switch {
	case s.Error != "":
		return cell("failed: " + s.Error)
	case s.Micros < 1000:
		return fmt.Sprintf("%.3g µs", s.Micros)
	case s.Micros >= 1e6:
		return fmt.Sprintf("%.3g s", s.Micros/1e6)
	}
	return fmt.Sprintf("%.3g ms", s.Micros/1000)
}

func size(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.3g MB", float64(bytes)/1e6)
}

// cell makes a text fit for a cell: one line, short, without the sign that ends it.
func cell(text string) string {
	const most = 120
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "¦")
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}

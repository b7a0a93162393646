package testblock

import (
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// Limit bounds what a run may use. It is stated after the expected result:
//
//	-- input { 3i64 } output { 6i64 }
//	-- allocs: 2 copies: 0 peak: 4096
type Limit struct {
	Of   string // one of Limits
	Most int64
	Pos  source.Pos
}

// Limits lists what can be limited: the blocks that the program allocates, the copies of
// arrays that move elements, and the peak number of bytes in blocks.
var Limits = []string{"allocs", "copies", "peak"}

// limits parses the limits of a case.
func (p *parser) limits() ([]Limit, *source.Error) {
	var out []Limit
	for more := true; more; {
		more = false
		for _, of := range Limits {
			p.skip()
			l := Limit{Of: of, Pos: p.pos()}
			if !p.word(of + ":") {
				continue
			}
			p.skip()
			digits := p.text[p.at:]
			if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
				digits = digits[:end]
			}
			most, err := strconv.ParseInt(digits, 10, 64)
			if err != nil {
				return nil, p.errorf("expected a number after %s:", of).WithHint("write the most that is allowed, as in %s: 2", of)
			}
			p.at += len(digits)
			l.Most, more = most, true
			out = append(out, l)
		}
	}
	return out, nil
}

// Package strategies makes random programs of the languages that prescribe how kernels run, FCL and
// DPIA: well-typed ones, with arguments. The seed alone determines a program.
package strategies

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/value"
)

// Program is a random program with arguments for its entry point, main.
type Program struct {
	File   string // a name with the language's extension
	Text   string
	Args   []value.Value
	Local  int64 // work-items of a group, 0 for the compiler's choice
	Groups int64 // groups of a launch, 0 for as many as there are parts
	Warps  bool  // the program has the level warp
}

// Prescribed is the program's text with its sizes of launches as attributes of the entry point.
func (p *Program) Prescribed() string {
	attributes := ""
	if p.Local > 0 {
		attributes += fmt.Sprintf("#[local(%d)]\n", p.Local)
	}
	if p.Groups > 0 {
		attributes += fmt.Sprintf("#[groups(%d)]\n", p.Groups)
	}
	return strings.Replace(p.Text, "entry main", attributes+"entry main", 1)
}

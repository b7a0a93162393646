package ir

import (
	"slices"
	"strings"
)

// Attributes about regions, which begin with regionAttrs; extraction removes them.
const (
	regionAttrs = "accelerate."
	// RegionClass is on a region: the dialects of its parallel operations.
	RegionClass = regionAttrs + "class"
	// RegionLoop is on a parallel operation that is a loop of the imperative dialect.
	RegionLoop = regionAttrs + "loop"
)

// Attr returns the value of an attribute of s, and whether it has it.
func (s *Stm) Attr(name string) (string, bool) {
	i := slices.IndexFunc(s.Attrs, func(a Attr) bool { return a.Name == name })
	if i < 0 {
		return "", false
	}
	return s.Attrs[i].Value, true
}

// DropRegionAttrs removes the attributes about regions.
func (p *Program) DropRegionAttrs() {
	(&Walker{Stm: func(s *Stm) {
		s.Attrs = slices.DeleteFunc(s.Attrs, func(a Attr) bool { return strings.HasPrefix(a.Name, regionAttrs) })
		if len(s.Attrs) == 0 {
			s.Attrs = nil
		}
	}}).Program(p)
}

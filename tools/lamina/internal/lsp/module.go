package lsp

import (
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut"
)

// mostMembers is how many members of a module are shown on hover.
const mostMembers = 20

// declaration is how a module, or a module type, is declared, with what is in it.
func (s *server) declaration(d *document, o fut.Occurrence) string {
	index, t := d.index, d.text
	if o.Target.IsValid() && o.Target.File != d.file {
		var ok bool
		if t, ok = s.textOf(o.Target.File); ok {
			index = fut.Analyse(o.Target.File, []byte(strings.Join(t, "\n")), s.read(o.Target.File)).Index()
		}
	}
	if index != nil {
		if e, ok := declared(index.Outline(), o); ok {
			lines := []string{t.between(e)}
			for i, m := range e.Members {
				if i == mostMembers {
					lines = append(lines, "  …")
					break
				}
				lines = append(lines, "  "+strings.ReplaceAll(t.between(m), "\n", "\n  "))
			}
			return strings.Join(lines, "\n")
		}
	}
	return "module " + o.Name
}

// declared finds what declares a name.
func declared(entities []fut.Entity, o fut.Occurrence) (fut.Entity, bool) {
	for _, e := range entities {
		if e.At == o.Target {
			return e, true
		}
		if found, ok := declared(e.Members, o); ok {
			return found, true
		}
	}
	return fut.Entity{}, false
}

// between is the head of a declaration, or its type if that is not written out.
func (t text) between(e fut.Entity) string {
	all := strings.Join(t, "\n")
	from, to := t.offset(t.position(e.Head.Start)), t.offset(t.position(e.Head.End))
	if e.Type != "" {
		return e.Kind + " " + e.Name + " : " + e.Type
	}
	return strings.TrimSpace(all[from:max(from, to)])
}

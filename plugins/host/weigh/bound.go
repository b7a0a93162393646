package weigh

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// Bound returns a module whose tables all declare a maximum: one that declared none gets its
// minimum, so that it cannot grow. All else stays as it is. bounded is the number of such tables.
func Bound(code []byte) (out []byte, bounded int, err error) {
	out = append(make([]byte, 0, len(code)+64), code[:min(header, len(code))]...)
	err = walk(code, func(s section) error {
		if s.id == tableSection {
			content, n, err := boundTables(s.content)
			if err != nil {
				return err
			}
			s.content, bounded = content, bounded+n
		}
		out = s.append(out)
		return nil
	})
	return out, bounded, err
}

func boundTables(content []byte) (out []byte, bounded int, err error) {
	r := reader{rest: content}
	count := r.number()
	out = protowire.AppendVarint(nil, count)
	for range count {
		t := r.table()
		switch {
		case r.err != nil:
			return nil, 0, r.err
		case t.limits > 1:
			return nil, 0, fmt.Errorf("a table has limits of the kind %d, which is unknown", t.limits)
		case !t.bounded():
			t.most = t.least
			bounded++
		}
		out = append(out, t.kind, 1)
		out = protowire.AppendVarint(out, t.least)
		out = protowire.AppendVarint(out, t.most)
	}
	return append(out, r.rest...), bounded, nil
}

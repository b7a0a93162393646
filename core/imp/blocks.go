package imp

import "github.com/lamina-lang/lamina/core/name"

// BlockUses returns the block variables that a kernel's body uses and does not declare, in
// order of first use: those that it may write, and those that it only reads. A block that
// is handed to a function, or gets another name, may be written.
func BlockUses(body []Stm) (written, read []name.Name) {
	changed, isBlock := Names{}, Names{}
	Walk(body, func(s Stm) bool {
		EachLoad(s, func(l *Load) { isBlock[l.Block] = true })
		BlocksOf(s, func(b name.Name) {
			c, ok := s.(*Copy)
			isBlock[b], changed[b] = true, changed[b] || !ok || b == c.Dst.Block
		})
		return true
	})
	for _, n := range Free(body) {
		switch {
		case changed[n]:
			written = append(written, n)
		case isBlock[n]:
			read = append(read, n)
		}
	}
	return written, read
}

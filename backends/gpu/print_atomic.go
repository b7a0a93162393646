package gpu

import "github.com/lamina-lang/lamina/core/imp"

func (w *printer) atomic(s *imp.Atomic) {
	w.unsupported("atomic operations on %s", s.Elem)
}

package offload

import "github.com/lamina-lang/lamina/core/imp"

// mostLast bounds the accesses that the host makes at the end of an entry point.
const mostLast = 64

// last reports whether the host does at no cost what list, the end of an entry point's body, does.
// Where kernels answer into the host's memory, the host waits for the device at the end, and then
// has what list loads; what list stores to, no kernel needs.
func (o *offloader) last(list []imp.Stm) bool {
	if !o.unit.Target.Mapped || o.fun.Entry == nil {
		return false
	}
	if o.mappable == nil {
		o.mappable, o.hosts = imp.Mappable(o.unit.Imp), imp.HostOnly(o.unit.Imp)
	}
	accesses := 0
	for _, s := range list {
		ok := true
		switch s := s.(type) {
		case *imp.Declare, *imp.Assign, *imp.AssignBlock, *imp.DeclareBlock:
		case *imp.Alloc:
			ok = o.hosts[s.Block]
		case *imp.Store:
			accesses++
			ok = o.hosts[s.Block]
		default:
			ok = false
		}
		imp.EachLoad(s, func(l *imp.Load) {
			accesses++
			ok = ok && o.mappable[l.Block]
		})
		if !ok {
			return false
		}
	}
	return accesses <= mostLast
}

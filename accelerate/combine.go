package accelerate

// The shape of the tree in which Reduce and Scan combine, stated in docs/semantics.md: both
// cut their input into chunks, and those into superchunks.
const (
	chunk      = 1024         // elements
	superchunk = 1024 * chunk // elements
)

// Reduce combines the elements of xs with op, which must be associative and have the neutral
// element ne. Of no elements it returns ne.
func Reduce[T any](op func(T, T) T, ne T, xs []T) T {
	checkLaws("Reduce", op, ne, xs)
	regular("Reduce", xs)
	if len(xs) == 0 {
		return ne
	}
	total := within(op, ne, xs[:min(superchunk, len(xs))])
	for at := superchunk; at < len(xs); at += superchunk {
		total = op(total, within(op, ne, xs[at:min(at+superchunk, len(xs))]))
	}
	return total
}

// within combines the elements of a superchunk.
func within[T any](op func(T, T) T, ne T, xs []T) T {
	total := fold(op, ne, xs[:min(chunk, len(xs))])
	for at := chunk; at < len(xs); at += chunk {
		total = op(total, fold(op, ne, xs[at:min(at+chunk, len(xs))]))
	}
	return total
}

// fold combines the elements of a chunk.
func fold[T any](op func(T, T) T, ne T, xs []T) T {
	for _, x := range xs {
		ne = op(ne, x)
	}
	return ne
}

// Scan returns what Reduce gives for the first element, the first two, and so on to all of
// xs. For up to 2^20 elements its last element equals the reduction bit for bit.
func Scan[T any](op func(T, T) T, ne T, xs []T) []T {
	checkLaws("Scan", op, ne, xs)
	regular("Scan", xs)
	out := make([]T, len(xs))
	var before T // combines all superchunks before this one
	for at := 0; at < len(xs); at += superchunk {
		end := min(at+superchunk, len(xs))
		all := scanWithin(op, ne, xs[at:end], out[at:end], at > 0, before)
		if at > 0 {
			all = op(before, all)
		}
		before = all
	}
	return out
}

// scanWithin scans a superchunk and returns the combination of its elements alone. Unless it
// is the first, before combines those in front of it.
func scanWithin[T any](op func(T, T) T, ne T, xs, out []T, later bool, before T) T {
	var all T
	for at := 0; at < len(xs); at += chunk {
		end := min(at+chunk, len(xs))
		prefix, prefixed := before, later
		if at > 0 {
			prefix, prefixed = all, true
			if later {
				prefix = op(before, all)
			}
		}
		local := ne
		for i := at; i < end; i++ {
			local = op(local, xs[i])
			out[i] = local
			if prefixed {
				out[i] = op(prefix, local)
			}
		}
		if at > 0 {
			local = op(all, local)
		}
		all = local
	}
	return all
}

// Hist returns a copy of dest in which each vs[k] has been combined with the element at
// is[k], in the order of k: dest[is[k]] = op(dest[is[k]], vs[k]). Those with an index out of
// range are left out. The operator must be associative and commutative, with the neutral
// element ne; is and vs have the same length.
func Hist[T any](op func(T, T) T, ne T, dest []T, is []int, vs []T) []T {
	sameLength("Hist", len(is), len(vs))
	checkLaws("Hist", op, ne, vs)
	out := append([]T{}, dest...)
	for k, i := range is {
		if 0 <= i && i < len(out) {
			out[i] = op(out[i], vs[k])
		}
	}
	return out
}

package generate

// types are those of package aid, and what is generic.
const types = `
type S struct {
	A int
	B float32
	C [3]int16
	D bool
}

func (s *S) Shift(n int) {
	s.A += n
	s.C[n&1] ^= 3
	if s.D {
		s.B = float32(n & 255)
	}
	s.D = !s.D
}

func (s *S) Next(n int) bool {
	s.A += 1 + n&3
	return s.A&7 != 3
}

func (s S) Sum(n int) int {
	for _, c := range s.C {
		n += int(c)
	}
	return s.A - n
}

func NewS(n int) *S {
	s := &S{A: n}
	s.Shift(n)
	return s
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func (p Pair[A, B]) Flipped() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }

func (p *Pair[A, B]) Put(a A) { p.First = a }

func Choose[T any](c bool, x, y T) T {
	if c {
		return x
	}
	return y
}

func Times[T any](f func(T) T, n int, x T) T {
	for range n & 3 {
		x = f(x)
	}
	return x
}

func Fold[T, R any](f func(R, T) R, r R, xs []T) R {
	for i, x := range xs {
		if i == 5 {
			break
		}
		r = f(r, x)
	}
	return r
}

func Set[T any](t accelerate.Tensor[T], v T, i, j int) { t.Set(v, i, j) }

func Shift[T any](t accelerate.Tensor[T], v T, i int, c bool) T {
	last := t.At(i, 0)
	for j := range t.Dim(1) {
		if c {
			v, c = last, false
			continue
		}
		x := t.At(i, j)
		Set(t, v, i, j)
		v, last = x, v
	}
	return last
}

func PutAt[T any](xs []T, i int, x T) int {
	if len(xs) == 0 {
		return 0
	}
	xs[(i&1023)%len(xs)] = x
	return len(xs)
}

type Vec[T any] []T

func (v Vec[T]) Turn(x T) T {
	for i := range v {
		v[i], x = x, v[i]
	}
	return x
}

func (v Vec[T]) At(i int, other T) T {
	if i &= 1023; i < len(v) {
		return v[i]
	}
	return other
}

type Row[T any] []T

func (r Row[T]) Put(x T) int {
	if len(r) > 0 {
		r[0], r[len(r)-1] = x, r[0]
	}
	return len(r)
}

func Two[T any](x, y T) []T { return []T{x, y} }

func TurnPart[T any](v Vec[T], i, j int, x T) T {
	i = (i & 1023) % (len(v) + 1)
	j = i + (j&1023)%(len(v)-i+1)
	PutAt(v[i:], j, x)
	x = v[i:j].Turn(x)
	v[:j][i:].Turn(x)
	return v[i:].At(1, x)
}

func Corner[T any](t accelerate.Tensor[T], y, x int, other T) T {
	if h, w := t.Dim(0), t.Dim(1); h > 0 && w > 0 {
		return t.At(y%h, w-1-x%w)
	}
	return other
}
`

// local is in both packages: lit makes literals no constants.
const local = `
func put[T any](p *T, x T) { *p = x }

func swap[T any](a, b *T) { *a, *b = *b, *a }

func lit[T any](x T) T { return x }
`

// preamble has what prints results: floats by their bits, errors by their messages.
const preamble = `
type S = aid.S

// fill makes elements differ.
func fill[T any](xs []T) {
	for k := range xs {
		switch p := any(&xs[k]).(type) {
		case *bool:
			*p = k%3 == 0
		case *float32:
			*p = float32(k) / 2
		case *float64:
			*p = float64(k) / 3
		default:
			v := reflect.ValueOf(p).Elem()
			if v.CanInt() {
				v.SetInt(int64(k % 100))
			} else {
				v.SetUint(uint64(k % 200))
			}
		}
	}
}

func failure(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *accelerate.Error:
			err = r
		default:
			err = &accelerate.Error{Message: fmt.Sprint(r)}
		}
	}()
	f()
	return nil
}

func show(name string, x any, err error) {
	if e, ok := err.(*accelerate.Error); ok {
		fmt.Println(name, "error:", e.Message)
		return
	}
	fmt.Print(name, " ")
	bits(reflect.ValueOf(x))
	fmt.Println()
}

func bits(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if math.IsNaN(v.Float()) {
			fmt.Print("NaN ")
			return
		}
		fmt.Printf("%x ", v.Float())
	case reflect.Slice, reflect.Array:
		fmt.Print("[ ")
		for i := range v.Len() {
			bits(v.Index(i))
		}
		fmt.Print("] ")
	case reflect.Struct:
		for i := range v.NumField() {
			bits(v.Field(i))
		}
	default:
		fmt.Print(v, " ")
	}
}
`

package lmad

import "testing"

// shapes are accesses as programs have them. Of most pairs that are disjoint
// there is a neighbour that is not.
var shapes = []struct {
	name, w, r, given string
	disjoint          bool
}{
	{"rows of threads", "x*s + {(s:1)}", "x'*s + {(s:1)}", "x != x'", true},
	{"rows of threads, one too long", "x*s + {(s+1:1)}", "x'*s + {(s:1)}", "x != x'", false},
	{"interleaved threads", "x + {(m:y)}", "x' + {(m:y)}", "0 <= x < y, 0 <= x' < y, x != x'", true},
	{"interleaved threads, unscaled offset", "5*x + {(m:y)}", "5*x' + {(m:y)}", "0 <= x < y, 0 <= x' < y, x != x'", false},
	{"this row and those after it", "i*m + {(m:1)}", "(i+1)*m + {(n-i-1 : m), (m:1)}", "0 <= i < n", true},
	{"this row and those from it", "i*m + {(m:1)}", "i*m + {(n-i : m), (m:1)}", "0 <= i < n", false},
	{"two columns", "i + {(n:m)}", "i' + {(n:m)}", "0 <= i < m, 0 <= i' < m, i < i'", true},
	{"two columns, one outside", "i + {(n:m)}", "i' + {(n:m)}", "0 <= i < m, 0 <= i' <= m, i < i'", false},
	{"parts of a concatenation", "a + {(b:1)}", "a + b + {(c:1)}", "a >= 0", true},
	{"first and last part", "{(a:1)}", "a + b + {(c:1)}", "b >= 0", true},
	{"inside and top edge", "m+1 + {(n-2 : m), (m-2 : 1)}", "{(m:1)}", "n >= 3, m >= 3", true},
	{"inside and bottom edge", "m+1 + {(n-2 : m), (m-2 : 1)}", "(n-1)*m + {(m:1)}", "n >= 3, m >= 3", true},
	{"inside and left edge", "m+1 + {(n-2 : m), (m-2 : 1)}", "{(n:m)}", "n >= 3, m >= 3", true},
	{"inside and right edge", "m+1 + {(n-2 : m), (m-2 : 1)}", "m-1 + {(n:m)}", "n >= 3, m >= 3", true},
	{"inside and a column", "m+1 + {(n-2 : m), (m-2 : 1)}", "m-2 + {(n:m)}", "n >= 3, m >= 3", false},
	{"left and right edge", "{(n:m)}", "m-1 + {(n:m)}", "n >= 1, m >= 2", true},
	{"left and right edge of one column", "{(n:m)}", "m-1 + {(n:m)}", "n >= 1, m >= 1", false},
	{"even and odd", "{(n:2)}", "1 + {(n:2)}", "", true},
	{"even and every third", "{(n:2)}", "1 + {(n:3)}", "n > 2", false},
	{"blocks and the rest", "x*t + {(t:1)}", "q*t + {(r:1)}", "n = q*t + r, 0 <= r < t, 0 <= x < q", true},
	{"flat index by div and mod", "d*m + r", "d'*m + r'", "g = d*m + r, g' = d'*m + r', 0 <= r < m, 0 <= r' < m, g != g'", true},
	{"butterfly", "j*2*l + i", "j'*2*l + l + i'", "0 <= i < l, 0 <= i' < l", true},
	{"butterfly of other halves", "j*2*l + i", "j'*2*l + i'", "0 <= i < l, 0 <= i' < l", false},
	{"sweep", "s-1 + {(k : 2*s)}", "2*s-1 + {(k : 2*s)}", "s >= 1", true},
	{"rows of a triangle", "t + {(i+1:1)}", "t' + {(i'+1:1)}", "2*t = i*i + i, 2*t' = i'*i' + i', 0 <= i < i'", true},
	{"planes", "i*n*m + {(n:m), (m:1)}", "i'*n*m + {(n:m), (m:1)}", "i != i'", true},
	{"elements of planes", "i*n*m + j*m + l", "i'*n*m + j'*m + l'",
		"0 <= j < n, 0 <= j' < n, 0 <= l < m, 0 <= l' < m, i < i'", true},
	{"reversed half", "{(h:1)}", "n-1 + {(h:0-1)}", "n = 2*h, h >= 1", true},
	{"reversed more than half", "{(h+1:1)}", "n-1 + {(h:0-1)}", "n = 2*h, h >= 1", false},
	{"tile and its mirror", "i*t*n + j*t + {(t:n), (t:1)}", "j*t*n + i*t + {(t:1), (t:n)}",
		"n = q*t, t >= 1, 0 <= i < j, j < q", true},
	{"diagonal and what is above", "{(n : n+1)}", "i*n + j", "0 <= i < j, j < n", true},
	{"diagonal and itself", "{(n : n+1)}", "i*n + j", "0 <= i <= j, j < n", false},
	{"halo rows", "(i*b+1)*m + {(b:m), (m:1)}", "i*b*m + {(m:1)}", "b >= 1, i >= 0", true},
	{"banded", "i*w + {(w:1)}", "i'*w + {(w:1)}", "w = 2*k + 1, k >= 0, i != i'", true},
}

func TestShapes(t *testing.T) {
	for _, c := range shapes {
		t.Run(c.name, func(t *testing.T) {
			facts, w, r := given(t, c.given), parse(t, c.w), parse(t, c.r)
			proof, ok := Disjoint(facts, w, r)
			witness, overlap := Overlap(facts, w, r)
			switch {
			case ok && !c.disjoint:
				t.Errorf("proved:\n%v", proof)
			case !ok && c.disjoint:
				t.Errorf("not proved")
			case overlap && c.disjoint:
				t.Errorf("overlap: %v", witness)
			case !overlap && !c.disjoint:
				t.Errorf("no overlap found")
			}
		})
	}
}

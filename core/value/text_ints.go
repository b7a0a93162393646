package value

import "github.com/lamina-lang/lamina/core/scalar"

// plainInts is the fast path for rows of integers, the bulk of large inputs. It parses the
// elements that follow one of the same row as long as they are decimal numbers of the
// array's type, each after a comma and at most some blanks, and lie in the window with the
// character after them. It returns their number, and stops before the comma of the first
// element that is anything else, also one that is wrong: row parses or reports that.
func (p *textParser) plainInts() int64 {
	if !p.elem.IsInt() {
		return 0
	}
	text, suffix := p.Reader.data[p.next:], p.elem.String()
	count := int64(0)
	for at := 0; ; count++ {
		i := skipBlanks(text, at)
		if i >= len(text) || text[i] != ',' {
			break
		}
		x, end, ok := plainInt(text, skipBlanks(text, i+1))
		if !ok {
			break
		}
		if end < len(text) && text[end] == suffix[0] && len(text)-end > len(suffix) && string(text[end:end+len(suffix)]) == suffix {
			end += len(suffix)
		}
		v := scalar.Int(p.elem, x)
		if end == len(text) || inConstant[text[end]] || v.Int() != x || x < 0 && !p.elem.IsSigned() {
			break
		}
		if p.now > 0 && int64(len(p.data)+p.elem.Size()) > p.now {
			break
		}
		p.append(v)
		at = end
		p.next = len(p.Reader.data) - len(text) + end
	}
	return count
}

func skipBlanks(text []byte, i int) int {
	for i < len(text) && text[i] == ' ' {
		i++
	}
	return i
}

// plainInt parses the decimal number of at most 18 digits at index i, and returns the index
// after it.
func plainInt(text []byte, i int) (x int64, end int, ok bool) {
	negative := i < len(text) && text[i] == '-'
	if negative {
		i++
	}
	first := i
	for i < len(text) && i-first <= 18 {
		digit := text[i] - '0'
		if digit > 9 {
			break
		}
		x = 10*x + int64(digit)
		i++
	}
	if negative {
		x = -x
	}
	return x, i, i > first && i-first <= 18
}

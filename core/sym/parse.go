package sym

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
)

// Parse reads a polynomial such as "n*b + 2*i - (b - 1)*c". Names in messages
// and positions are those of file.
func Parse(file, text string) (p Poly, err error) {
	err = Read(file, text, func(r *Reader) { p = r.Poly() })
	return p, err
}

// ParseFacts reads facts separated by commas, such as "n = q*b+1, 0 <= i < q".
func ParseFacts(file, text string) (facts Facts, err error) {
	err = Read(file, text, func(r *Reader) {
		for !r.AtEnd() {
			facts = append(facts, r.facts()...)
			if !r.AtEnd() {
				r.Expect(",")
			}
		}
	})
	return facts, err
}

// Reader reads polynomials and what is made of them from a text. Its methods
// end the reading at the first mistake; Read returns it as a *source.Error.
type Reader struct {
	file source.File
	pos  int // of the next token
}

// stop carries a mistake from where it is found to Read.
type stop struct{ err *source.Error }

// Read calls f to read all of text.
func Read(file, text string, f func(*Reader)) (err error) {
	r := &Reader{file: source.File{Name: file, Text: text}}
	defer func() {
		switch s := recover().(type) {
		case nil:
		case stop:
			err = s.err.In(&r.file)
		default:
			panic(s)
		}
	}()
	r.skipBlank()
	f(r)
	if !r.AtEnd() {
		r.Fail("the end")
	}
	return nil
}

// Fail ends the reading: it reports what should stand at the next token.
func (r *Reader) Fail(expected string) {
	found := "the end"
	if c, n := utf8.DecodeRuneInString(r.rest()); n > 0 {
		found = strconv.Quote(string(c))
	}
	r.failAt(r.pos, "expected %s, found %s", expected, found)
}

// failAt reports a mistake at a byte of the text.
func (r *Reader) failAt(offset int, format string, args ...any) {
	before := r.file.Text[:offset]
	pos := source.Pos{
		File: r.file.Name,
		Line: 1 + strings.Count(before, "\n"),
		Col:  offset - strings.LastIndexByte(before, '\n'),
	}
	panic(stop{source.Errorf(pos, format, args...)})
}

func (r *Reader) rest() string { return r.file.Text[r.pos:] }

func (r *Reader) skipBlank() {
	r.pos += len(r.rest()) - len(strings.TrimLeftFunc(r.rest(), unicode.IsSpace))
}

// AtEnd reports whether everything was read.
func (r *Reader) AtEnd() bool { return r.rest() == "" }

// Is reports whether token comes next.
func (r *Reader) Is(token string) bool { return strings.HasPrefix(r.rest(), token) }

// Accept reads token if it comes next.
func (r *Reader) Accept(token string) bool {
	if !r.Is(token) {
		return false
	}
	r.pos += len(token)
	r.skipBlank()
	return true
}

// Expect reads token.
func (r *Reader) Expect(token string) {
	if !r.Accept(token) {
		r.Fail(strconv.Quote(token))
	}
}

// takeWhile reads the characters that ok accepts.
func (r *Reader) takeWhile(ok func(rune) bool) string {
	rest := r.rest()
	end := strings.IndexFunc(rest, func(c rune) bool { return !ok(c) })
	if end < 0 {
		end = len(rest)
	}
	r.pos += end
	r.skipBlank()
	return rest[:end]
}

// Poly reads a sum of products. A + before { ends it: that belongs to an LMAD.
func (r *Reader) Poly() Poly {
	start := r.pos
	sum := r.signed()
	for {
		if !sum.Exact() {
			r.failAt(start, "a coefficient of this polynomial does not fit 64 bits")
		}
		before := r.pos
		switch {
		case r.Accept("+"):
			if r.Is("{") {
				r.pos = before
				return sum
			}
			sum = sum.Add(r.product())
		case r.Accept("-"):
			sum = sum.Sub(r.product())
		default:
			return sum
		}
	}
}

func (r *Reader) signed() Poly {
	if r.Accept("-") {
		return r.product().Neg()
	}
	return r.product()
}

func (r *Reader) product() Poly {
	start := r.pos
	product := r.factor()
	for r.Accept("*") {
		factor := r.factor()
		if len(product.terms)*len(factor.terms) > MaxTerms {
			r.failAt(start, "this product has more than %d terms", MaxTerms)
		}
		if product.Degree()+factor.Degree() > MaxDegree {
			r.failAt(start, "this product has more than %d factors", MaxDegree)
		}
		product = product.Mul(factor)
	}
	return product
}

// Degree is the highest degree of a term; 0 of a constant.
func (p Poly) Degree() int {
	if len(p.terms) == 0 {
		return 0
	}
	return len(p.terms[0].Vars)
}

// Bounds on what is read, from text or from a plugin: the work on a product grows with the square of its
// terms and of their degrees.
const (
	MaxTerms  = 4096
	MaxDegree = 1000
)

func (r *Reader) factor() Poly {
	if r.Accept("(") {
		p := r.Poly()
		r.Expect(")")
		return p
	}
	start := r.pos
	word := r.takeWhile(isWordRune)
	if word == "" {
		r.Fail("a number, a variable or (")
	}
	if !unicode.IsDigit(rune(word[0])) {
		return Var(name.Parse(word))
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		r.failAt(start, "%q is no integer below 2^63; products are written 2*n", word)
	}
	return Const(n)
}

func isWordRune(c rune) bool {
	return c == '_' || c == '\'' || c < utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

// facts reads one chain of relations, such as 0 <= i < q.
func (r *Reader) facts() Facts {
	var out Facts
	left := r.Poly()
	for {
		rel, ok := r.relation()
		if !ok {
			break
		}
		right := r.Poly()
		out = append(out, Fact{left, rel, right})
		left = right
	}
	if out == nil {
		r.Fail("=, !=, <, <=, > or >=")
	}
	return out
}

// relation reads the longest relation that comes next.
func (r *Reader) relation() (Relation, bool) {
	found := -1
	for i, c := range relations {
		if r.Is(c.text) && (found < 0 || len(c.text) > len(relations[found].text)) {
			found = i
		}
	}
	if found < 0 {
		return 0, false
	}
	r.Expect(relations[found].text)
	return relations[found].rel, true
}

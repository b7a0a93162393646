package fcl_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/frontends/fcl"
)

// Functions without signatures have their principal types. The expected ones follow from the
// thesis's rules (figures 5.4 and 5.6) by hand.
func TestPrincipalTypes(t *testing.T) {
	const main = "\nsig main : [int] -> Program<grid> [int]<grid>\nentry main arr = return<grid> (push<grid> arr)\n"
	for function, want := range map[string]string{
		"fun f x = x":                                           "forall 'a. 'a -> 'a",
		"fun f g h x = g (h x)":                                 "forall 'a 'b 'c. ('a -> 'b) -> ('c -> 'a) -> 'c -> 'b",
		"fun f x y = x + y":                                     "forall 'a:NUM. 'a -> 'a -> 'a",
		"fun f x y = x % y == 0":                                "int -> int -> bool",
		"fun f x y = (y, x)":                                    "forall 'a 'b. 'a -> 'b -> ('b, 'a)",
		"fun f arr = index arr 0":                               "forall 'a:GT. ['a] -> 'a",
		"fun f g arr = map g (reverse arr)":                     "forall 'a:GT 'b:GT. ('a -> 'b) -> ['a] -> ['b]",
		"fun f c x y = if c then x else y":                      "forall 'a:BT. bool -> 'a -> 'a -> 'a",
		"fun f<l> arr = push<l> arr":                            "forall <l> 'a:BT. ['a] -> ['a]<l>",
		"fun f<l> p = do<l> { a <- p; force<l> a }":             "forall <l> 'a:BT. Program<l> ['a]<l> -> Program<l> ['a]",
		"fun f<l> n ps = interleave<l> n (fn p => 0) ps":        "forall <l> 'a:BT. int -> [Program<l> ['a]<l>] -> Program<1+l> ['a]<1+l>",
		"fun f xs = let twice = fn x => (x, x) in map twice xs": "forall 'a:GT. ['a] -> [('a, 'a)]",
	} {
		got, err := fcl.Stage(context.Background(), "f.fcl", []byte(function+main), "fcl-types")
		if err != nil {
			t.Errorf("%s: %v", function, err)
			continue
		}
		if first, _, _ := strings.Cut(got, "\n"); first != "sig f : "+want {
			t.Errorf("%s:\n got %s\nwant sig f : %s", function, first, want)
		}
	}
}

package source

import (
	"regexp"
	"slices"
	"strings"
)

// hidden are names of the prelude, of functions and of modules, that a program may give to what is its own.
var hidden = []string{
	"map", "reduce", "scan", "length", "iota", "replicate", "reverse", "rotate", "filter", "zip", "unzip", "copy", "head",
	"last", "init", "tail", "take", "drop", "concat", "flatten", "unflatten", "transpose", "indices", "scatter", "id", "const", "all",
	"any", "foldl", "not", "map2", "split", "i64", "i32", "u8", "f32", "f64", "bool", "i8", "u64",
}

// hide gives some of a program's variables, parameters and functions names of modules and of the prelude's functions,
// where nothing in their scope means these.
func (g *generator) hide(text string) string {
	var used []string
	for range g.below(13) {
		names := hidden
		if own := g.modules(text); len(own) > 0 && g.chance(2) {
			names = own
		}
		old, new := pick(g, g.given), pick(g, names)
		if structural.MatchString(old) || slices.Contains(used, old) || slices.Contains(used, new) {
			continue
		}
		if out, ok := renamed(text, old, new); ok {
			text, used = out, append(used, old, new)
		}
	}
	return text
}

var (
	structural = regexp.MustCompile(`^(mod|par|spec)[0-9]`)
	wordsOf    = regexp.MustCompile(`[A-Za-z0-9_']+`)
	scalars    = regexp.MustCompile(`^([iu](8|16|32|64)|f(16|32|64)|bool)$`)
)

// modules are the names of a program's own modules.
func (g *generator) modules(text string) []string {
	return slices.DeleteFunc(slices.Clone(g.given), func(name string) bool {
		return !strings.HasPrefix(name, "mod") || !strings.Contains(text, name+".")
	})
}

// renamed is a text in which a name has become another, unless that may be meant in the scope of the first.
func renamed(text, old, new string) (string, bool) {
	var places [][]int
	for _, at := range wordsOf.FindAllStringIndex(text, -1) {
		if text[at[0]:at[1]] == old {
			places = append(places, at)
		}
	}
	if len(places) == 0 || declares(text, "def", old) && declares(text, "module", new) {
		return text, false
	}
	first := places[0][0]
	end := scopeEnd(text, first, places[len(places)-1][1])
	for _, at := range wordsOf.FindAllStringIndex(text[first:end], -1) {
		if w := text[first+at[0] : first+at[1]]; w == new && isMeant(text, first+at[0], first+at[1]) {
			return text, false
		}
	}
	for _, at := range slices.Backward(places) {
		text = text[:at[0]] + new + text[at[1]:]
	}
	return text, true
}

// declares reports whether a text declares a name at its outermost level, where functions and modules share their names.
func declares(text, kind, name string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		words := wordsOf.FindAllString(line, 2)
		return strings.HasPrefix(line, kind+" ") && len(words) == 2 && words[1] == name
	})
}

// isMeant reports whether the word at a place of a text may be a value or a module, not the member of a module, a
// field or a scalar type.
func isMeant(text string, from, to int) bool {
	switch {
	case from > 0 && text[from-1] == '.' && !strings.HasSuffix(text[:from], ".."):
		return false
	case strings.HasPrefix(text[to:], "."):
		return true
	}
	return !scalars.MatchString(text[from:to])
}

// scopeEnd is an end for the scope of what is bound at first and stands at last for the last time: of the brackets
// around a let or a lambda, else of the declaration, or of the text if other declarations know the name.
func scopeEnd(text string, first, last int) int {
	end := len(text)
	inside := !strings.HasSuffix(text[:first], "def ") && !strings.HasSuffix(text[:first], "val ")
	if i := strings.Index(text[first:], "\n\n"); inside && i >= 0 && first+i >= last {
		end = first + i
	}
	if !strings.HasSuffix(text[:first], `\`) && !strings.HasSuffix(text[:first], "let ") {
		return end
	}
	depth := 0
	for i := first; i < end; i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 && i >= last {
				return i
			}
			depth = max(depth, 0)
		}
	}
	return end
}

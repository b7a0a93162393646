package scalar_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
)

// TestSemanticsPage evaluates every line of the tables of docs/semantics.md that
// have the columns expression and result.
func TestSemanticsPage(t *testing.T) {
	text, err := os.ReadFile(semanticsPage(t))
	if err != nil {
		t.Fatal(err)
	}
	inTable, tested := false, 0
	for n, line := range strings.Split(string(text), "\n") {
		cells := tableCells(line)
		switch {
		case len(cells) < 2:
			inTable = false
		case cells[0] == "expression" && cells[1] == "result":
			inTable = true
		case inTable && !strings.HasPrefix(cells[0], "-"):
			tested++
			if err := checkLine(cells[0], cells[1]); err != nil {
				t.Errorf("docs/semantics.md:%d: %v", n+1, err)
			}
		}
	}
	if tested < 150 {
		t.Errorf("only %d lines were found in the tables", tested)
	}
}

// semanticsPage finds the page from the folder that the test runs in upwards.
func semanticsPage(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for up := dir; ; up = filepath.Dir(up) {
		page := filepath.Join(up, "docs", "semantics.md")
		if _, err := os.Stat(page); err == nil {
			return page
		}
		if up == filepath.Dir(up) {
			t.Fatalf("no docs/semantics.md in %s or above", dir)
		}
	}
}

// tableCells splits a line of a Markdown table, without the marks of code.
func tableCells(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	line = strings.ReplaceAll(strings.Trim(line, "|"), `\|`, "\x00")
	var cells []string
	for _, cell := range strings.Split(line, "|") {
		cells = append(cells, strings.ReplaceAll(strings.Trim(cell, " `"), "\x00", "|"))
	}
	return cells
}

func checkLine(expression, result string) error {
	got, err := evaluate(expression)
	if wanted, isError := strings.CutPrefix(result, "error: "); isError {
		if err == nil || !strings.Contains(err.Error(), wanted) {
			return fmt.Errorf("%s is %v (error: %v), want error %s", expression, got, err, wanted)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", expression, err)
	}
	want, err := operand(result)
	if err != nil {
		return fmt.Errorf("result %s: %w", result, err)
	}
	if !got.Same(want) {
		return fmt.Errorf("%s is %s (bits %#x), want %s (%#x)", expression, got, got.Bits, want, want.Bits)
	}
	return nil
}

var infix = map[string]scalar.Op{
	"+": scalar.Add, "-": scalar.Sub, "*": scalar.Mul, "/": scalar.Div, "%": scalar.Mod, "//": scalar.Quot, "%%": scalar.Rem, "**": scalar.Pow,
	"&": scalar.And, "|": scalar.Or, "^": scalar.Xor, "<<": scalar.Shl, ">>": scalar.Shr, ">>>": scalar.Lshr,
	"==": scalar.Eq, "!=": scalar.Ne, "<": scalar.Lt, "<=": scalar.Le, ">": scalar.Gt, ">=": scalar.Ge,
}

var application = regexp.MustCompile(`^([a-z]+[0-9]*)\.([a-z0-9_]+) (.+)$`)

// evaluate knows three forms: T.function operand…, operand ∘ operand, operand.
func evaluate(expression string) (scalar.Value, error) {
	if m := application.FindStringSubmatch(expression); m != nil && infix[strings.Fields(m[3])[0]] == 0 {
		return apply(m[1], m[2], strings.Fields(m[3]))
	}
	words := strings.Fields(expression)
	if len(words) == 3 && infix[words[1]] != 0 {
		x, err := operand(words[0])
		if err != nil {
			return x, err
		}
		return applyOp(infix[words[1]], x.Type, []string{words[0], words[2]})
	}
	return operand(expression)
}

// apply is T.function of operands: a conversion if the function is a type.
func apply(module, function string, operands []string) (scalar.Value, error) {
	t, ok := scalar.ParseType(module)
	if !ok {
		return scalar.Value{}, fmt.Errorf("no type %s", module)
	}
	if from, ok := scalar.ParseType(function); ok {
		x, err := operand(operands[0])
		if err == nil && x.Type != from {
			err = fmt.Errorf("%s has type %s", operands[0], x.Type)
		}
		return scalar.Convert(t, x), err
	}
	op, ok := scalar.OpByName(function)
	if !ok {
		return scalar.Value{}, fmt.Errorf("no operator %s", function)
	}
	return applyOp(op, t, operands)
}

func applyOp(op scalar.Op, t scalar.Type, operands []string) (scalar.Value, error) {
	if !op.Info().On.Has(t) || len(operands) != op.Info().Arity() {
		return scalar.Value{}, fmt.Errorf("%s does not apply to %d operands of type %s", op, len(operands), t)
	}
	var args []scalar.Value
	for i, word := range operands {
		x, err := operand(word)
		if err != nil {
			return x, err
		}
		if want := op.ParamType(t, i); x.Type != want {
			return x, fmt.Errorf("%s has type %s, want %s", word, x.Type, want)
		}
		args = append(args, x)
	}
	v, ok := op.Eval(t, args...)
	switch {
	case ok:
		return v, nil
	case op == scalar.Pow:
		return v, fmt.Errorf("negative exponent")
	}
	return v, fmt.Errorf("division by zero")
}

// operand is a constant, in parentheses or not, or T.name.
func operand(word string) (scalar.Value, error) {
	word = strings.TrimSuffix(strings.TrimPrefix(word, "("), ")")
	if module, name, ok := strings.Cut(word, "."); ok {
		if t, isType := scalar.ParseType(module); isType {
			if v, ok := scalar.Constant(t, name); ok {
				return v, nil
			}
		}
	}
	return scalar.ParseValue(word)
}

package lamina_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// operations is a set of operations that a switch must know all of.
type operations func(*ops.Def) bool

// controls leaves out regions, which only a few passes at soac meet: inline and extract-kernels dissolve
// them.
func controls(d *ops.Def) bool    { return d.Effect == ops.Control && d.Levels.Has(ir.Kernel) }
func combinators(d *ops.Def) bool { return d.IsCombinator() }
func writers(d *ops.Def) bool     { return d.IsCombinator() && d.Effect == ops.Update }
func bodied(d *ops.Def) bool      { return d.Effect == ops.Control && d.Name != "call" }
func branching(d *ops.Def) bool   { return controls(d) && d.Name != "call" }

// What a switch does with an operation that it does not name.
const (
	leaves  = "it leaves what it does not know as it is"
	fails   = "it says that others have no derivative"
	worst   = "it takes the worst for granted of what it does not know"
	generic = "it asks core/ops about the others"
)

// switches are the type switches on operations that are left: where they stand, which
// operations they must name, and why they need not name others. What depends on every
// operation is a table by operation instead, with a test of its own, or a question to
// core/ops.
var switches = map[string]struct {
	knows operations
	why   string
}{
	"conformance/generate.inBody":                  {nil, "it changes operations in bodies that it knows to end and to need no associative operator, and leaves others"},
	"core/check.inner":                             {bodied, generic},
	"core/check.learn":                             {nil, "other statements tell the prover nothing that it does not know from their types"},
	"core/check.placesApart":                       {nil, generic},
	"core/check.stm":                               {branching, generic},
	"core/check.statement":                         {nil, "the results of others are matched with the pattern by their type rule"},
	"core/check.polynomial":                        {nil, worst},
	"core/schedule.choicesIn":                      {nil, "it looks for choices between versions, which are made of these"},
	"core/schedule.sharesLoop":                     {nil, "others make arrays, of which spaces are prescribed"},
	"frontends/lower.can":                          {nil, worst},
	"frontends/lower.move":                         {nil, "what can does not allow is not moved"},
	"frontends/lower.cheap":                        {nil, worst},
	"frontends/lower.repeatedExp":                  {nil, generic},
	"frontends/lower/internal/autodiff.activeStm":  {branching, generic},
	"frontends/lower/internal/autodiff.stm":        {branching, generic},
	"frontends/lower/internal/autodiff.linear":     {nil, fails},
	"frontends/lower/internal/autodiff.combinator": {combinators, fails},
	"frontends/lower/internal/autodiff.operatorOf": {nil, worst},
	"frontends/lower/internal/consume.Stm":         {controls, generic},
	"frontends/lower/internal/consume.usedBy":      {nil, "only calls and loops use an operand several times"},
	"frontends/lower/internal/consume.inside":      {branching, "bodies of others may run for many elements"},
	"passes/assertdefined.existentials":            {bodied, "only these join bodies' results with sizes"},
	"passes/coalesce.host":                         {branching, "arrays that it does not lay out stay as they lie"},
	"passes/coalesce.define":                       {nil, "what it does not see counts as computed from no size"},
	"passes/coalesce.preferredDim":                 {branching, "what it does not see asks for no layout"},
	"passes/coalesce.fresh":                        {nil, worst},
	"passes/coalesce.stm":                          {nil, worst},
	"passes/coalesce.withoutBodies":                {branching, "operands of others stand outside of their bodies"},
	"passes/expandmemory.joins":                    {branching, "only these join blocks"},
	"passes/expandmemory.look":                     {nil, "of others it asks in which blocks their results lie"},
	"passes/expandmemory.body":                     {branching, "others run no bodies inside of kernels"},
	"passes/expandmemory.repeatable":               {nil, generic},
	"passes/coalesce.adjacentSegments":             {nil, "what it does not see says nothing of where segments lie"},
	"passes/coalesce.accessedInLoop":               {nil, "an array goes on in place through updates, branches and loops; what else makes one makes another"},
	"passes/fuse.firstIndex":                       {nil, "what reads an array otherwise keeps it from being an input"},
	"passes/fuse.readsParam":                       {nil, "it replaces what firstIndex finds"},
	"passes/fuse.element":                          {nil, "what it does not name is kept as a result of the map that makes it"},
	"passes/fuse.isScalar":                         {nil, "other operations stay where they are"},
	"passes/extractkernels.moves":                  {nil, "what it does not name is done row by row"},
	"passes/extractkernels.liftable":               {nil, "what it does not name is done row by row"},
	"passes/extractkernels.lifted":                 {nil, "it takes what liftable takes"},
	"passes/extractkernels.rearranged":             {nil, "other views are copied"},
	"passes/extractkernels.spreads":                {branching, generic},
	"passes/extractkernels.overWrites":             {writers, "it is for combinators that write"},
	"passes/extractkernels.overOperation":          {branching, generic},
	"passes/extractkernels.stm":                    {nil, "rows that it does not know of count for nothing"},
	"passes/extractkernels.makesArray":             {nil, "what it does not name is refused"},
	"passes/extractkernels.unplaceable":            {nil, "what it does not name is refused"},
	"passes/extractkernels.unsharable":             {nil, "what it does not name is refused"},
	"passes/introducememory.stm":                   {controls, generic},
	"passes/join.straight":                         {nil, "a kernel with anything else stays apart"},
	"passes/join.pure":                             {nil, worst},
	"passes/scalarise.stm":                         {branching, "where it meets anything else, small arrays stay arrays"},
	"passes/scalarise.made":                        {nil, "the elements of what others make are not known"},
	"passes/scalarise.note":                        {nil, "the elements of what others make are not known"},
	"passes/sequentialise.stm":                     {combinators, leaves},
	"passes/sequentialise.isFresh":                 {nil, worst},
	"passes/sequentialise.isLast":                  {nil, leaves},
	"passes/sequentialise.flag":                    {nil, leaves},
	"passes/sequentialise.branches":                {nil, leaves},
	"analysis/access.stm":                          {branching, worst},
	"passes/shortcircuit.find":                     {nil, worst},
	"passes/shortcircuit.filled":                   {nil, worst},
	"passes/shortcircuit.adoptNew":                 {nil, "it follows scalars by these alone"},
	"analysis/alias.joins":                         {branching, worst},
	"analysis/facts.Postponable":                   {nil, worst},
	"analysis/facts.New":                           {nil, "it follows scalars by these alone"},
	"passes/shortcircuit.inOrder":                  {nil, worst},
	"passes/shortcircuit.postpone":                 {nil, "it is for what postponable allows"},
	"passes/shortcircuit.isJoining":                {nil, worst},
	"passes/shortcircuit.points":                   {nil, leaves},
	"passes/shortcircuit.project":                  {nil, generic},
	"passes/shortcircuit.relocateStm":              {controls, generic},
	"passes/shortcircuit.operands":                 {nil, "it follows scalars by these alone"},
	"passes/shortcircuit.enter":                    {branching, generic},
	"passes/narrowelements.follow":                 {nil, "it asks core/ops about views and branches, and keeps the types of all others"},
	"passes/narrowelements.stm":                    {nil, "what follow does not name keeps its type, and needs no conversion"},
	"passes/narrowelements.results":                {branching, generic},
	"passes/narrowelements.costOf":                 {nil, worst},
	"passes/narrowelements.compute":                {nil, "it takes what costOf takes"},
	"passes/parallelise.stm":                       {branching, worst},
	"passes/simplify.decides":                      {nil, worst},
	"passes/simplify.elementOfMap":                 {nil, worst},
	"passes/simplify.elementKnown":                 {nil, leaves},
	"passes/simplify.indexOfView":                  {nil, leaves},
	"passes/simplify.sliceKnown":                   {nil, leaves},
	"passes/simplify.viewOfAll":                    {nil, leaves},
	"passes/simplify.guards":                       {nil, worst},
	"passes/simplify.movable":                      {nil, worst},
	"passes/simplify.keys":                         {nil, leaves},
	"passes/simplify.count":                        {nil, leaves},
	"passes/simplify.partsOf":                      {bodied, generic},
	"analysis/elements.results":                    {branching, generic},
	"analysis/facts.Define":                        {nil, worst},
	"passes/simplify.inner":                        {bodied, generic},
	"analysis/operator.exp":                        {nil, worst},
	"analysis/operator.elementwise":                {nil, worst},
	"analysis/operator.ifConvert":                  {nil, worst},
	"analysis/operator.comesFrom":                  {nil, worst},
	"tools/lamina/internal/explain.stm":            {nil, "it explains copies of these"},
	"tools/lamina/internal/reduce.flatten":         {branching, leaves},
}

// A switch is one on the operations of core/ir.
type opSwitch struct {
	at    string // package.function
	pos   token.Position
	names []string // of the operations, as structs
}

// opSwitches finds the type switches in tree that name two operations or more.
func opSwitches(tree fs.FS) (found []opSwitch, err error) {
	fset := token.NewFileSet()
	err = fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != "." && (name == "testdata" || name[0] == '.' || name[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range parsed.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				s, ok := n.(*ast.TypeSwitchStmt)
				if !ok {
					return true
				}
				if names := operationsNamed(s, parsed.Name.Name == "ir"); len(names) > 1 {
					found = append(found, opSwitch{path.Dir(file) + "." + f.Name.Name, fset.Position(s.Pos()), names})
				}
				return true
			})
		}
		return nil
	})
	return found, err
}

// operationsNamed lists the operations among the cases of s.
func operationsNamed(s *ast.TypeSwitchStmt, inIR bool) (names []string) {
	structs := structsOfOperations()
	for _, c := range s.Body.List {
		for _, t := range c.(*ast.CaseClause).List {
			star, ok := t.(*ast.StarExpr)
			if !ok {
				continue
			}
			name := ""
			switch x := star.X.(type) {
			case *ast.SelectorExpr:
				if of, ok := x.X.(*ast.Ident); ok && of.Name == "ir" {
					name = x.Sel.Name
				}
			case *ast.Ident:
				if inIR {
					name = x.Name
				}
			}
			if slices.Contains(structs, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// structOf is the name of the struct of an operation.
func structOf(op string) string {
	e, _ := ir.New(op)
	return reflect.TypeOf(e).Elem().Name()
}

func structsOfOperations() (names []string) {
	for _, op := range ir.Operations() {
		names = append(names, structOf(op))
	}
	return names
}

// A switch on operations that somebody adds, or one that lacks an operation which it
// must know, fails here: ask core/ops instead, or make a table that a test proves
// complete, or say in switches why other operations need no case.
func TestSwitchesOnOperationsForgetNone(t *testing.T) {
	if _, err := os.Stat("go.mod"); err != nil {
		t.Skip("the sources are not here: under Bazel a test sees only its own files; go test checks this")
	}
	found, err := opSwitches(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string][]string{}
	for _, s := range found {
		if _, listed := switches[s.at]; !listed {
			t.Errorf("%v: %s switches on operations (%s) and is not in the list of switches", s.pos, s.at, strings.Join(s.names, ", "))
		}
		seen[s.at] = append(seen[s.at], s.names...)
	}
	for at, s := range switches {
		if seen[at] == nil {
			t.Errorf("%s is in the list of switches and has none", at)
		}
		for _, d := range ops.Default().Defs() {
			if name := structOf(d.Name); s.knows != nil && s.knows(d) && !slices.Contains(seen[at], name) {
				t.Errorf("%s lacks a case for %s", at, name)
			}
		}
	}
}

func TestSwitchesOnOperationsAreFound(t *testing.T) {
	const text = `package p
func one(e ir.Exp) { switch e.(type) { case *ir.Map, *other.Scan: } }
func (t *thing) several(e ir.Exp) { switch e := e.(type) { case *ir.Map: case *ir.Scan, *ir.Reduce: } }
`
	found, err := opSwitches(fstest.MapFS{"passes/p/p.go": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].at != "passes/p.several" || !slices.Equal(found[0].names, []string{"Map", "Scan", "Reduce"}) {
		t.Errorf("found %v", found)
	}
}

package libraries_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/library/web"
)

// typed is a user of the module of typedProgram. Lines that expect an error are errors of
// TypeScript's if the types allow them.
const typed = `import { load, Failure, Program, type NDArray } from "./typed.js";
const p: Program = await load();
const sum: number = p.scalars(1, 2);
const rows: NDArray<Float32Array> = p.rows({ data: Float32Array.of(1, 2), shape: [1, 2] });
const pair: [bigint, boolean] = p.wide(1n, true);
p.wide(1, true);
const bytes: Uint8Array = p.flags(Uint8Array.of(1));
const total: number = p.sum(rows.data);
try { p.sum(new Float32Array(0)); } catch (e) { if (e instanceof Failure) { const trace: string[] = e.trace; } }
// @ts-expect-error: bigints are i64
p.scalars(1n, 2);
// @ts-expect-error: another element type
p.sum(Float64Array.of(1));
// @ts-expect-error: a wrong rank
p.rows(Float32Array.of(1));
// @ts-expect-error: an argument is missing
p.scalars(1);
// @ts-expect-error: no such entry point
p.nothing();
// @ts-expect-error: results are bigints
const wrong: [number, boolean] = p.wide(1n, true);
// @ts-expect-error: programs are loaded
new Program();
export { sum, pair, bytes, total, wrong };
`

const typedProgram = `
-- | Adds.
entry scalars (x: i32) (y: i32) = x + y
entry sum (xs: []f32) = reduce (+) 0 xs
entry rows [n][m] (xss: [n][m]f32) = transpose xss
entry wide (x: i64) (b: bool) = (x, b)
entry flags (bs: []bool) = map (\b -> !b) bs
`

// typeScript is the compiler that the types are for.
const typeScript = "typescript@5.9.3"

// strictTypes are the flags of the compiler.
var strictTypes = strings.Fields("--strict --noEmit --target es2022 --module nodenext --lib es2022,dom")

// compilerOfTypes returns TypeScript's compiler. It skips the test if that cannot be had.
func compilerOfTypes(t *testing.T) func(dir string, args ...string) ([]byte, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm, which brings TypeScript's compiler, is not installed")
	}
	tsc := func(dir string, args ...string) ([]byte, error) {
		c := exec.CommandContext(t.Context(), npm, append([]string{"exec", "--yes", "--package", typeScript, "--", "tsc"}, args...)...)
		c.Dir = dir
		return c.CombinedOutput()
	}
	if out, err := tsc(t.TempDir(), "--version"); err != nil {
		t.Skipf("npm does not bring %s: %v\n%s", typeScript, err, out)
	}
	return tsc
}

// The types of a module allow what its methods take, and nothing else: TypeScript's compiler
// checks a user of it strictly.
func TestTypesOfModule(t *testing.T) {
	tsc := compilerOfTypes(t)
	dir := t.TempDir()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.LoadText(t.Context(), "typed.fut", []byte(typedProgram))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Optimise(t.Context(), u, d.From(backend.Embedded.Pipeline(), pass.Soac), driver.Config{}); err != nil {
		t.Fatal(err)
	}
	files, err := web.Files(u.Imp, web.Options{Name: "typed", Docs: map[string]string{"scalars": "Adds."}})
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		write(f.Name, string(f.Text))
	}
	write("user.ts", typed)
	write("package.json", `{"type": "module"}`)
	if out, err := tsc(dir, append(strictTypes, "user.ts")...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	// The check can fail: without the expectations there are errors.
	write("user.ts", strings.ReplaceAll(typed, "@ts-expect-error", ""))
	out, err := tsc(dir, append(strictTypes, "user.ts")...)
	if found := strings.Count(string(out), "error TS"); err == nil || found != strings.Count(typed, "@ts-expect-error") {
		t.Errorf("%d errors without the expectations: %v\n%s", found, err, out)
	}
}

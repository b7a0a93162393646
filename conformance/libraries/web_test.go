package libraries_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/web"
	"github.com/lamina-lang/lamina/tools/browser"
)

// opaqueModule writes the module of opaque.fut and a user of it into a folder.
func opaqueModule(t *testing.T, user string) (dir string) {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.Load(t.Context(), "testdata/opaque.fut")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Optimise(t.Context(), u, d.From(backend.Embedded.Pipeline(), pass.Soac), driver.Config{}); err != nil {
		t.Fatal(err)
	}
	files, err := web.Files(u.Imp, web.Options{Name: "opaque", Signatures: u.Signatures})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", user))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, library.File{Name: user, Text: text}, library.File{Name: "package.json", Text: []byte(`{"type": "module"}`)})
	dir = t.TempDir()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Records, sums and arrays of these are objects.
func TestOpaqueTypesInJavaScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	c := exec.CommandContext(t.Context(), node, "opaque_user.mjs")
	c.Dir = opaqueModule(t, "opaque_user.mjs")
	if out, err := c.CombinedOutput(); err != nil || string(out) != "all is well\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TypeScript knows the fields of records and the constructors of sums.
func TestOpaqueTypesInTypeScript(t *testing.T) {
	tsc := compilerOfTypes(t)
	dir := opaqueModule(t, "opaque_user.ts")
	if out, err := tsc(dir, append(strictTypes, "opaque_user.ts")...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The page of examples/callers/web draws the Mandelbrot set in a browser: points that are known
// to be in it are black, points outside are not.
func TestMandelbrotPage(t *testing.T) {
	folder := filepath.Join(rootOf(t), "examples/callers/web")
	served := map[string][]byte{}
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.Load(t.Context(), filepath.Join(folder, "mandelbrot.fut"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Optimise(t.Context(), u, d.From(backend.Embedded.Pipeline(), pass.Soac), driver.Config{}); err != nil {
		t.Fatal(err)
	}
	files, err := web.Files(u.Imp, web.Options{Name: "mandelbrot"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		served["/"+f.Name] = f.Text
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		switch filepath.Ext(r.URL.Path) {
		case ".js":
			w.Header().Set("Content-Type", "text/javascript")
		case ".wasm":
			w.Header().Set("Content-Type", "application/wasm")
		}
		_, _ = w.Write(served[r.URL.Path])
	}))
	defer server.Close()
	page, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(page), `<meta charset="utf-8">`, `<meta charset="utf-8"><base href="`+server.URL+`/">`, 1)
	var got struct {
		Shown         string
		Inside, Below []int // red, green and blue of pixels in the set, and outside
		Failure       string
	}
	browser.Run(t, []byte(text), browser.Desktop, `
		const shown = () => document.getElementById("time").textContent;
		for (let i = 0; i < 3000 && shown() === ""; i++) await new Promise((done) => setTimeout(done, 20));
		const canvas = document.getElementById("picture");
		const at = (x, y) => [...canvas.getContext("2d").getImageData(
			Math.round(canvas.width / 2 + (x + 0.6) * canvas.width / 3.5), Math.round(canvas.height / 2 + y * canvas.width / 3.5), 1, 1).data.slice(0, 3)];
		const { load, Failure } = await import("`+server.URL+`/mandelbrot.js");
		const program = await load();
		const answer = { Shown: shown(), Inside: at(-0.1, 0.1), Below: at(-0.6, 0.95), Failure: "" };
		try { program.mandelbrot(1.5, 2, 0, 0, 1, 1); } catch (e) { answer.Failure = (e instanceof Failure) + " " + e.message; }
		return answer;`, &got)
	if got.Shown == "" {
		t.Error("the page drew nothing")
	}
	if len(got.Inside) != 3 || got.Inside[0]+got.Inside[1]+got.Inside[2] != 0 {
		t.Errorf("the point -0.1 + 0.1i has the colour %v, want black: it is in the set", got.Inside)
	}
	if len(got.Below) != 3 || got.Below[0]+got.Below[1]+got.Below[2] == 0 {
		t.Errorf("the point -0.6 + 0.95i has the colour %v, want another than black: it is not in the set", got.Below)
	}
	if want := "true argument rows: expected a value of type i64, but got number 1.5"; got.Failure != want {
		t.Errorf("half a row gives %q, want %q", got.Failure, want)
	}
}

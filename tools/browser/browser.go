// Package browser opens pages in Debian's Chromium, headless, to test the pages that Lamina
// writes.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// Size is the size of a window in CSS pixels.
type Size struct{ Width, Height int }

// The sizes at which pages must look right.
var (
	Phone   = Size{390, 844}
	Desktop = Size{1440, 900}
)

// patience bounds the time that a page may take.
const patience = time.Minute

// frame shows a page in an iframe, so that windows can be smaller than Chromium's minimum,
// runs a script in it and writes the result to its own text.
const frame = `<!doctype html><meta charset="utf-8"><body style="margin:0">
<iframe id="page" style="width:%dpx;height:%dpx;border:0" srcdoc="%s"></iframe>
<pre id="result"></pre>
<script>
document.getElementById("page").onload = async () => {
  const page = document.getElementById("page").contentWindow;
  const answer = {};
  try {
    answer.value = await new page.Function("return (async () => {" + %s + "})()")();
  } catch (e) { answer.error = String(e); }
  document.getElementById("result").textContent = "answer:" + encodeURIComponent(JSON.stringify(answer)) + ":";
};
</script>`

var answer = regexp.MustCompile(`answer:([^:<]*):</pre>`)

// Run opens a page in a window of the given size, runs a script in it, the body of an async
// function, and decodes the returned value into result. Without Chromium the test is
// skipped.
func Run(t testing.TB, page []byte, size Size, script string, result any) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on PATH; on Debian: apt-get install chromium")
	}
	quoted, err := json.Marshal(script) // escapes <, so that it cannot end a script element
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	text := fmt.Sprintf(frame, size.Width, size.Height, html.EscapeString(string(page)), quoted)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var dom []byte
	for _, budget := range budgets {
		dom = dump(t, chromium, file, size, budget)
		if found := answer.FindSubmatch(dom); found != nil {
			decode(t, string(found[1]), result)
			return
		}
	}
	t.Fatalf("the page did not come to an end; its document is\n%.2000s", dom)
}

// budgets are how much virtual time a page gets, in ms. Where the machine is busy that may be over before
// images are decoded, which takes real time: then the page gets more.
var budgets = []int{10_000, 200_000, 4_000_000}

// dump returns a page's document at its end.
func dump(t testing.TB, chromium, file string, size Size, budget int) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, chromium,
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--user-data-dir="+t.TempDir(), fmt.Sprintf("--window-size=%d,%d", max(size.Width, 500), size.Height),
		fmt.Sprintf("--virtual-time-budget=%d", budget), "--dump-dom", "file://"+file)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("running chromium: %v", err)
	}
	return dom
}

// decode decodes the result of a script.
func decode(t testing.TB, text string, result any) {
	t.Helper()
	text, err := url.PathUnescape(text)
	if err != nil {
		t.Fatal(err)
	}
	answer := struct {
		Value any
		Error string
	}{Value: result}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("the script gave %s: %v", text, err)
	}
	if answer.Error != "" {
		t.Fatalf("the script failed: %s", answer.Error)
	}
}

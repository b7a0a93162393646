package passview_test

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/browser"
	"github.com/lamina-lang/lamina/tools/lamina/internal/passview"
)

const program = `-- "quotes" & <tags>
def mean [n] (xs: [n]f32): f32 = reduce (+) 0 xs / f32.i64 n

entry main [n][m] (table: [n][m]f32): [n][m]f32 =
  let means = map mean (transpose table)
  in map (\row -> map2 (-) row means) table
`

// page runs the default pipeline on the program and returns its page.
func page(t *testing.T) []byte {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.LoadText(context.Background(), "</script><b>.fut", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Backends.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	p := &passview.Page{Source: program}
	if _, err := d.Optimise(context.Background(), u, b.Pipeline(), driver.Config{Observers: []pass.Observer{p}}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Write(&out, "</script><b>.fut"); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestThePageLoadsNothing(t *testing.T) {
	for _, m := range regexp.MustCompile(`(?i)(src|href)\s*=|url\(|@import|https?:`).FindAll(page(t), -1) {
		t.Errorf("the page refers to something outside: %s", m)
	}
}

// TestLinesTakenAway needs no browser: the data of the page has the lines at their places.
func TestLinesTakenAway(t *testing.T) {
	html := string(page(t))
	m := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(html)
	if m == nil {
		t.Fatal("the page has no data")
	}
	var data struct {
		Passes []struct {
			Step, Text string
			Removed    []struct {
				At   int
				Text string
			}
		}
	}
	if err := json.Unmarshal([]byte(m[1]), &data); err != nil {
		t.Fatal(err)
	}
	if data.Passes[0].Step != "source" || data.Passes[0].Text != program {
		t.Errorf("the first column is %q with\n%s", data.Passes[0].Step, data.Passes[0].Text)
	}
	last, removed := "", 0
	for _, p := range data.Passes[1:] {
		if p.Text == "" {
			continue
		}
		for _, r := range p.Removed {
			removed++
			if !strings.Contains(last+"\n", r.Text+"\n") || r.At < 0 || r.At > strings.Count(p.Text, "\n")+1 {
				t.Errorf("%s takes away %q before line %d, which the program before does not have", p.Step, r.Text, r.At)
			}
		}
		last = p.Text
	}
	if removed == 0 {
		t.Error("no pass takes a line away")
	}
}

func TestPageInABrowser(t *testing.T) {
	html := page(t)
	for name, size := range map[string]browser.Size{"phone": browser.Phone, "desktop": browser.Desktop} {
		t.Run(name, func(t *testing.T) {
			var got struct {
				Title           string
				Wide            int
				Passes, Open    int
				Unclicked       int
				InPasses, Marks int
				MarkedText      []string
				Trail           string
				Seen            bool
				Let             int
				BlockColour     string
				ArrayColour     string
				LegendSize      int
				Added, Removed  int
				Source          string
				Text            string
			}
			browser.Run(t, html, size, `
				const $$ = (s) => [...document.querySelectorAll(s)];
				const open = $$(".column:not(.shut)");
				const unclicked = $$(".n.on").length;
				const name = $$(".n").find((e) => /^map_\d+$/.test(e.textContent));
				name.click();
				const inPasses = open.filter((c) => c.querySelector(".n.on")).length;
				const marks = $$(".n.on");
				const trail = document.getElementById("trail").textContent;
				const button = [...document.querySelectorAll("#trail button")].filter((b) => !b.classList.contains("none")).at(-1);
				button.click();
				await new Promise((r) => setTimeout(r, 100));
				const box = document.querySelector(".here").getBoundingClientRect();
				name.click();
				const block = document.querySelector(".n.block"), array = document.querySelector(".n.in");
				return {
					title: document.querySelector("h1").textContent,
					wide: document.documentElement.scrollWidth - innerWidth,
					passes: $$(".column").length, open: open.length, unclicked,
					inPasses, marks: marks.length, markedText: [...new Set(marks.map((e) => e.textContent))], trail,
					seen: box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
					let: $$(".n.on").length,
					blockColour: getComputedStyle(block).backgroundColor,
					arrayColour: getComputedStyle(array).borderBottomStyle,
					legendSize: document.getElementById("blocks").children.length,
					added: $$("div.new").length,
					removed: $$("div.old").length, source: [...open[0].querySelectorAll("pre div")].map((d) => d.textContent).join("\n"),
					text: [...open[1].querySelectorAll("pre div")].map((d) => d.textContent).join("\n"),
				};`, &got)
			if got.Title != "</script><b>.fut" {
				t.Errorf("the title is %q", got.Title)
			}
			if got.Wide > 0 {
				t.Errorf("the page is %d pixels wider than the window", got.Wide)
			}
			if got.Passes < 10 || got.Open < 5 || got.Open > got.Passes {
				t.Errorf("%d of %d columns are open", got.Open, got.Passes)
			}
			if got.Unclicked != 0 || got.Let != 0 {
				t.Errorf("%d names are marked before a click, %d after the second one", got.Unclicked, got.Let)
			}
			if got.InPasses < 5 || got.Marks <= got.InPasses || len(got.MarkedText) != 1 {
				t.Errorf("a click marks %d places in %d columns, of the names %q", got.Marks, got.InPasses, got.MarkedText)
			}
			if !strings.Contains(got.Trail, got.MarkedText[0]) || !strings.Contains(got.Trail, "introduce-memory") {
				t.Errorf("the trail is %q", got.Trail)
			}
			if !got.Seen {
				t.Error("a click on a pass of the trail does not bring the name into view")
			}
			if got.BlockColour == "rgba(0, 0, 0, 0)" || got.ArrayColour != "solid" || got.LegendSize < 2 {
				t.Errorf("blocks are coloured %s, arrays underlined %s, the legend has %d", got.BlockColour, got.ArrayColour, got.LegendSize)
			}
			if got.Added == 0 {
				t.Error("no line is shown as new")
			}
			if got.Removed == 0 {
				t.Error("no line is shown as taken away")
			}
			if strings.TrimSpace(got.Source) == "" || !strings.Contains(got.Source, "def mean [n] (xs: [n]f32)") {
				t.Errorf("the column of the source reads\n%s", got.Source)
			}
			if !strings.Contains(got.Text, "lamina soac") || !strings.Contains(got.Text, "reduce(") {
				t.Errorf("the first column reads\n%s", got.Text)
			}
		})
	}
}

package literate

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/browser"
	"github.com/lamina-lang/lamina/tools/lamina/internal/pages"
)

func TestMarkdownComesApart(t *testing.T) {
	d, err := parse("a.md", "# T\n```futhark\ndef x = 1\n```\n```script\nx\n```\n```script\ny\n```\n~~~~ sh\n```script\n~~~~\nend")
	if err != nil {
		t.Fatal(err)
	}
	want := []block{
		{prose, "# T", 1}, {code, "def x = 1", 3}, {directive, "x", 6}, {directive, "y", 9}, {prose, "~~~~ sh\n```script\n~~~~\nend", 11},
	}
	if diff := cmp.Diff(want, d.blocks, cmp.AllowUnexported(block{})); diff != "" {
		t.Error(diff)
	}
	if d.program != "\n\ndef x = 1\n"+strings.Repeat("\n", 11) {
		t.Errorf("the program is %q", d.program)
	}
}

func TestProgramsComeApart(t *testing.T) {
	d, err := parse("a.fut", "-- # T\n-- prose\n-- ==\n-- input { 1 }\n\ndef x = 1\n\n-- > :plot\n-- x\n--\n-- more\n-- > y\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []block{
		{prose, "# T\nprose", 1}, {code, "def x = 1\n", 6}, {directive, ":plot\nx", 8}, {prose, "\nmore", 10}, {directive, "y", 12},
	}
	if diff := cmp.Diff(want, d.blocks, cmp.AllowUnexported(block{})); diff != "" {
		t.Error(diff)
	}
}

const shownProgram = "# Shown <b>\n```futhark\nentry grey : [2][3]f32 = [[0, 0.5, 1], [2, -1, f32.nan]]\n" +
	"entry red : [1][1]u32 = [[0xff0000]]\nentry line (n: i64) = map f32.i64 (iota n)\n" +
	"entry records (n: i64) = {a = iota n, b = map (\\x -> x % 2 == 0) (iota n)}\n" +
	"entry film : [3][1][2]u32 = [[[0xff0000, 0]], [[0, 0xff00]], [[1, 2]]]\nentry walk (i: i64) : ([1][2]u8, i64) = ([[u8.i64 i, 7]], i + 100)\n" +
	"entry grows (i: i64) : ([][]u8, i64) = (replicate i (replicate i 0), i + 1)\n```\n"

func page(t *testing.T, text string) ([]byte, error) {
	t.Helper()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Page(context.Background(), d, "document.md", text, Options{})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := pages.Write(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), nil
}

func fenced(text string) string { return "```script\n" + text + "\n```\n" }

// TestPixelsInABrowser asks a browser for the pixels of images, and for the sizes of plots and tables.
func TestPixelsInABrowser(t *testing.T) {
	text := shownProgram + fenced(":img grey") + fenced(":img red") + fenced(":plot {one = line 5i64, two = (line 3i64, line 3i64)}; size: (400, 200)") + fenced(":table records 120i64")
	shown, err := page(t, text)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Grey, Red []int
		Plot      []int
		Rows      int
		Cells     string
		Bold      int
	}
	browser.Run(t, shown, browser.Desktop, `
		const images = [...document.querySelectorAll("img")];
		await Promise.all(images.map(i => i.decode()));
		const pixels = i => { const c = document.createElement("canvas"); c.width = i.naturalWidth; c.height = i.naturalHeight;
			const g = c.getContext("2d"); g.drawImage(i, 0, 0); return [...g.getImageData(0, 0, c.width, c.height).data]; };
		return {
			Grey: pixels(images[0]).filter((_, i) => i % 4 === 0), Red: pixels(images[1]),
			Plot: [images[2].naturalWidth, images[2].naturalHeight],
			Rows: document.querySelectorAll("tr").length,
			Cells: document.querySelectorAll("tr")[2].textContent,
			Bold: document.querySelectorAll("b").length,
		};`, &got)
	if !cmp.Equal(got.Grey, []int{0, 128, 255, 255, 0, 0}) || !cmp.Equal(got.Red, []int{255, 0, 0, 255}) {
		t.Errorf("the images have the pixels %v and %v", got.Grey, got.Red)
	}
	if !cmp.Equal(got.Plot, []int{400, 200}) {
		t.Errorf("the plot is %v", got.Plot)
	}
	if got.Rows != 101 || got.Cells != "1false" || got.Bold != 0 {
		t.Errorf("the table has %d rows, one with %q; HTML of the document is in the page %d times", got.Rows, got.Cells, got.Bold)
	}
}

// TestMistakesHavePlaces demands an error that names the line of the directive.
func TestMistakesHavePlaces(t *testing.T) {
	for text, want := range map[string]string{
		":img line 3i64":                          ":img shows arrays [height][width]",
		":plot grey":                              ":plot takes arrays of numbers of one dimension",
		":plot (line 3i64, line 2i64)":            "as many x as y",
		":plot line 3i64; colour: red":            `"colour" is no option`,
		":plot line 3i64; size: (1, 2)":           "each from 50 to 4000",
		":plot line 0i64":                         "a curve has no points",
		":table {a = line 1i64, b = red}":         "a column of a table is an array of one dimension",
		":table {a = line 1i64, b = line 2i64}":   "as many rows each",
		":time 1":                                 "calls no entry point",
		":drawing red":                            "there is no directive :drawing; there are :audio, :gnuplot, :img",
		":img red; fps: 3":                        `"fps" is no option of :img; there are title, as in title: Sines`,
		"line 3i64; fps: 3":                       `"fps" is no option; a script alone has none`,
		":video film; format: webm":               "format is no option: videos are animated images in PNG",
		":video film; fps: 0":                     "fps is a number from 1 to 1000, not 0",
		":video film; repeat: twice":              "repeat is true or false, not twice",
		":video red":                              ":video shows arrays [frames][height][width] of u32",
		":video (line, 3i64, 2i64)":               "line gives no pair of an image and the next state",
		":video (walk, 1i64, 0i64)":               "the number of images is an integer of 1 or more, not 0i64",
		":video (grows, 1i64, 2i64)":              "the images of a video have one size, not 1 × 1 and 2 × 2",
		":audio red":                              ":audio plays arrays of samples",
		":audio line 3i64; sampling_frequency: 1": "sampling_frequency is a number from 1000 to 384000, not 1",
		":brief :covert line 3i64":                "there is no directive :covert",
		"line (":                                  "a bracket of the script is not closed",
		"nothing 1":                               "nothing",
		"line true":                               "argument",
	} {
		_, err := page(t, shownProgram+fenced(text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "document.md:12:1: ") {
			t.Errorf("%s: %v, want %q at 12:1", text, err, want)
		}
	}
	if _, err := page(t, shownProgram+"```futhark\ndef x = maps 1\n"); err == nil || !strings.Contains(err.Error(), "document.md:11:1: The code that begins here does not end") {
		t.Errorf("a fence that is not closed: %v", err)
	}
	if _, err := page(t, shownProgram+"```futhark\ndef x = maps 1\n```\n"); err == nil || !strings.Contains(err.Error(), "document.md:12:9: Unknown name") {
		t.Errorf("an error in the program: %v", err)
	}
}

package literate

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/plugins/host/sandbox"
	"github.com/lamina-lang/lamina/tools/browser"
)

// TestFilmsInABrowser asks a browser for the pixels of each image of a video, how long it is shown, and how
// often the video is repeated.
func TestFilmsInABrowser(t *testing.T) {
	shown, err := page(t, shownProgram+fenced(":video film; fps: 8")+fenced(":video (walk, 5i64, 2i64); repeat: false"))
	if err != nil {
		t.Fatal(err)
	}
	type film struct {
		Frames  [][]int
		Seconds float64
		Repeats *int // nil without end
	}
	var got []film
	browser.Run(t, shown, browser.Desktop, `
		return await Promise.all([...document.querySelectorAll("img")].map(async i => {
			const bytes = Uint8Array.from(atob(i.src.split(",")[1]), c => c.charCodeAt(0));
			const d = new ImageDecoder({data: bytes, type: "image/png"});
			await d.tracks.ready; await d.completed;
			const track = d.tracks.selectedTrack, frames = [];
			let seconds = 0;
			for (let k = 0; k < track.frameCount; k++) {
				const {image} = await d.decode({frameIndex: k});
				const c = document.createElement("canvas"); c.width = image.displayWidth; c.height = image.displayHeight;
				const g = c.getContext("2d"); g.drawImage(image, 0, 0);
				frames.push([...g.getImageData(0, 0, c.width, c.height).data].filter((_, i) => i % 4 < 3));
				seconds += image.duration / 1e6;
			}
			return {Frames: frames, Seconds: seconds, Repeats: track.repetitionCount === Infinity ? null : track.repetitionCount};
		}));`, &got)
	never := 0
	want := []film{
		{[][]int{{255, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 255, 0}, {0, 0, 1, 0, 0, 2}}, 3. / 8, nil},
		{[][]int{{5, 5, 5, 7, 7, 7}, {105, 105, 105, 7, 7, 7}}, 2. / 24, &never},
	}
	near := cmp.Comparer(func(a, b float64) bool { return a-b < 0.01 && b-a < 0.01 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Error(diff)
	}
}

// TestSoundsInABrowser asks a browser for the samples of sounds.
func TestSoundsInABrowser(t *testing.T) {
	text := "# Sounds\n```futhark\nentry bytes : [2]u8 = [128, 192]\nentry signed : [3]i8 = [0, -128, 64]\n" +
		"entry short : [2][3]i16 = [[0, 16384, -32768], [8192, 0, 0]]\nentry long : [1]i32 = [-1073741824]\n" +
		"entry floats : [2]f32 = [0.25, -0.5]\nentry doubles : [1]f64 = [0.125]\n```\n"
	for _, name := range []string{"bytes", "signed", "short", "long", "floats", "doubles; sampling_frequency: 8000"} {
		text += fenced(":audio " + name)
	}
	shown, err := page(t, text)
	if err != nil {
		t.Fatal(err)
	}
	var got [][][]float64
	browser.Run(t, shown, browser.Desktop, `
		return await Promise.all([...document.querySelectorAll("audio")].map(async (a, i) => {
			const bytes = Uint8Array.from(atob(a.src.split(",")[1]), c => c.charCodeAt(0));
			const heard = await new OfflineAudioContext(1, 1, i === 5 ? 8000 : 44100).decodeAudioData(bytes.buffer);
			return Array.from({length: heard.numberOfChannels}, (_, c) => [...heard.getChannelData(c)]);
		}));`, &got)
	want := [][][]float64{{{0, 0.5}}, {{0, -1, 0.5}}, {{0, 0.5, -1}, {0.25, 0, 0}}, {{-0.5}}, {{0.25, -0.5}}, {{0.125}}}
	near := cmp.Comparer(func(a, b float64) bool { return a-b < 0.01 && b-a < 0.01 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Error(diff)
	}
}

// TestGnuplot: gnuplot draws what its commands say, reads nothing but its data, and tells its mistakes.
func TestGnuplot(t *testing.T) {
	if _, err := exec.LookPath("gnuplot"); err != nil {
		t.Skip("no gnuplot on PATH; on Debian: apt install gnuplot-nox")
	}
	if err := sandbox.Supported(); err != nil {
		t.Skip(err)
	}
	shown, err := page(t, shownProgram+fenced(":gnuplot {xs = line 5i64, ys = (line 3i64, line 3i64)};\nset terminal svg size 400,200\nplot xs with lines, ys using 1:2"))
	if err != nil {
		t.Fatal(err)
	}
	var size []int
	browser.Run(t, shown, browser.Desktop, `
		const i = document.querySelector("img"); await i.decode();
		return [i.naturalWidth, i.naturalHeight];`, &size)
	if !cmp.Equal(size, []int{400, 200}) {
		t.Errorf("the plot is %v", size)
	}
	forbidden := filepath.Join(t.TempDir(), "file")
	for text, want := range map[string]string{
		":gnuplot red; plot x":                                         ":gnuplot takes a record, whose names stand for files",
		":gnuplot {xs = line 3i64}; plot ys with lines":                "undefined variable: ys",
		":gnuplot {xs = line 3i64}":                                    "the commands of gnuplot plot nothing",
		":gnuplot {xs = line 3i64}; plot '/etc/passwd' using 3":        "gnuplot failed: ",
		":gnuplot {xs = line 3i64}; plot '< cat /etc/passwd' u 3":      "gnuplot failed: ",
		":gnuplot {xs = line 3i64}; system('touch " + forbidden + "')": "the commands of gnuplot plot nothing",
	} {
		_, err := page(t, shownProgram+fenced(text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "document.md:12:1: ") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := os.Stat(forbidden); err == nil {
		t.Error("gnuplot wrote a file outside of its folder")
	}
}

// TestBriefAndCovert: a page shows a directive without its options, or not at all.
func TestBriefAndCovert(t *testing.T) {
	shown, err := page(t, shownProgram+fenced(":brief :plot line 5i64; title: Hidden")+fenced(":covert line 2i64"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(shown)
	if !strings.Contains(text, "&gt; :plot line 5i64<") || strings.Contains(text, "; title: Hidden") || strings.Contains(text, "&gt; line 2i64") ||
		!strings.Contains(text, "[0.0f32, 1.0f32]") {
		t.Errorf("the page is\n%.3000s", text[strings.Index(text, "<main>"):])
	}
}

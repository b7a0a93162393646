package literate

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/plugins/host/sandbox"
	"github.com/lamina-lang/lamina/tools/browser"
)

// held are the files of a kind that a page holds.
func held(t *testing.T, shown []byte, kind string) (files [][]byte) {
	t.Helper()
	for _, part := range strings.Split(string(shown), "data:"+kind+";base64,")[1:] {
		text, _, _ := strings.Cut(part, `"`)
		file, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// TestFilms takes videos apart by the offsets of the standard: each image, put into a file of its own, must be
// one for Go's decoder, with the pixels that the program gives.
func TestFilms(t *testing.T) {
	shown, err := page(t, shownProgram+fenced(":video film; fps: 8")+fenced(":video (walk, 5i64, 2i64); repeat: false"))
	if err != nil {
		t.Fatal(err)
	}
	files := held(t, shown, "image/png")
	if len(files) != 2 {
		t.Fatalf("%d videos", len(files))
	}
	for i, want := range []struct {
		frames       [][]uint8
		rate, repeat uint32
	}{
		{[][]uint8{{255, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 255, 0}, {0, 0, 1, 0, 0, 2}}, 8, 0},
		{[][]uint8{{5, 5, 5, 7, 7, 7}, {105, 105, 105, 7, 7, 7}}, 24, 1},
	} {
		file := files[i]
		head, rest := file[:33], file[33:] // the mark of the format, and the header
		number := uint32(0)
		var frames [][]uint8
		for len(rest) > 0 {
			size := binary.BigEndian.Uint32(rest)
			name, data, all := string(rest[4:8]), rest[8:8+size], rest[:12+size]
			rest = rest[12+size:]
			switch name {
			case "acTL":
				if n, times := binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:]); n != uint32(len(want.frames)) || times != want.repeat {
					t.Errorf("%d images, %d times", n, times)
				}
			case "fcTL":
				if n, rate := binary.BigEndian.Uint32(data), binary.BigEndian.Uint16(data[22:]); n != number || uint32(rate) != want.rate || binary.BigEndian.Uint16(data[20:]) != 1 {
					t.Errorf("control %d says %x", number, data)
				}
				number++
			case "fdAT":
				if n := binary.BigEndian.Uint32(data); n != number {
					t.Errorf("image data %d has number %d", number, n)
				}
				number++
				all = binary.BigEndian.AppendUint32(nil, size-4)
				all = append(append(all, "IDAT"...), data[4:]...)
				all = binary.BigEndian.AppendUint32(all, crc32.ChecksumIEEE(all[4:]))
				frames = append(frames, pixels(t, head, all))
			case "IDAT":
				frames = append(frames, pixels(t, head, all))
			}
		}
		if diff := cmp.Diff(want.frames, frames); diff != "" {
			t.Errorf("video %d: %s", i, diff)
		}
	}
}

// pixels decodes an image of a header and data.
func pixels(t *testing.T, head, data []byte) (out []uint8) {
	t.Helper()
	end := append([]byte{0, 0, 0, 0}, "IEND\xaeB`\x82"...)
	img, err := png.Decode(bytes.NewReader(slices.Concat(head, data, end)))
	if err != nil {
		t.Fatal(err)
	}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			out = append(out, uint8(r>>8), uint8(g>>8), uint8(b>>8))
		}
	}
	return out
}

// TestSounds takes sounds apart by the offsets of the format.
func TestSounds(t *testing.T) {
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
	files := held(t, shown, "audio/wav")
	for i, want := range []struct {
		format, channels, rate, bits int
		samples                      []byte
	}{
		{1, 1, 44100, 8, []byte{128, 192}},
		{1, 1, 44100, 8, []byte{128, 0, 192}},
		{1, 2, 44100, 16, []byte{0, 0, 0, 32, 0, 64, 0, 0, 0, 128, 0, 0}},
		{1, 1, 44100, 32, []byte{0, 0, 0, 192}},
		{3, 1, 44100, 32, []byte{0, 0, 128, 62, 0, 0, 0, 191}},
		{3, 1, 8000, 32, []byte{0, 0, 0, 62}},
	} {
		f := files[i]
		short := func(at int) int { return int(binary.LittleEndian.Uint16(f[at:])) }
		long := func(at int) int { return int(binary.LittleEndian.Uint32(f[at:])) }
		frame := want.channels * want.bits / 8
		got := []int{long(4), long(16), short(20), short(22), long(24), long(28), short(32), short(34)}
		if diff := cmp.Diff([]int{len(f) - 8, 16, want.format, want.channels, want.rate, want.rate * frame, frame, want.bits}, got); diff != "" {
			t.Errorf("sound %d: %s", i, diff)
		}
		data := bytes.Index(f, []byte("data"))
		if samples := f[data+8 : data+8+long(data+4)]; !bytes.Equal(samples, want.samples) || string(f[:4]) != "RIFF" || string(f[8:16]) != "WAVEfmt " {
			t.Errorf("sound %d has samples %v", i, samples)
		}
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

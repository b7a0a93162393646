package literate

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"slices"

	"github.com/lamina-lang/lamina/conformance/script"
)

// mostFrames is how many images a video has at most.
const mostFrames = 10_000

// video shows an array of three dimensions as images one after another; or the images that a step gives: in
// (step, state, n), the entry point step takes a state to an image and the next state, n times.
func (r *runner) video(ctx context.Context, e script.Exp, options map[string]string) (string, error) {
	rate, err := number(options, "fps", 24, 1, 1000)
	if err != nil {
		return "", err
	}
	repeat := options["repeat"]
	if repeat != "" && repeat != "true" && repeat != "false" {
		return "", fmt.Errorf("repeat is true or false, not %s", repeat)
	}
	film := &film{rate: uint16(rate), once: repeat == "false"}
	if step, state, n, ok := r.steps(e); ok {
		err = r.stepwise(ctx, film, step, state, n)
	} else {
		err = r.frames(ctx, film, e)
	}
	if err != nil {
		return "", err
	}
	data, err := film.end()
	if err != nil {
		return "", err
	}
	return picture("image/png", data, options["title"]), nil
}

// frames adds the images of an array.
func (r *runner) frames(ctx context.Context, film *film, e script.Exp) error {
	v, err := r.program.Eval(ctx, e)
	if err != nil {
		return err
	}
	if v.IsTuple() {
		return errors.New(":video shows an array, or (step, state, n), where step is an entry point of one parameter, state its argument, and n an i64")
	}
	x, err := r.program.Plain(v)
	if err != nil {
		return err
	}
	if x.Rank() != 3 || colours[x.Elem] == nil || x.Len() == 0 {
		return fmt.Errorf(":video shows arrays [frames][height][width] of u32, i32, u8, f32, f64 or bool, not a value of type %s", x.Type())
	}
	height, width := int(x.Shape[1]), int(x.Shape[2])
	for i := range x.Shape[0] {
		if err := film.add(frame(x, i*int64(height*width), height, width)); err != nil {
			return err
		}
	}
	return nil
}

// steps takes (step, state, n) apart.
func (r *runner) steps(e script.Exp) (step string, state, n script.Exp, ok bool) {
	t, isTuple := e.(*script.Tuple)
	if !isTuple || len(t.Elems) != 3 {
		return "", nil, nil, false
	}
	c, isCall := t.Elems[0].(*script.Call)
	if !isCall || len(c.Args) > 0 {
		return "", nil, nil, false
	}
	s, err := r.program.Signature(c.Name)
	return c.Name, t.Elems[1], t.Elems[2], err == nil && len(s.Params) == 1
}

// stepwise adds the images that a step gives.
func (r *runner) stepwise(ctx context.Context, film *film, step string, from, count script.Exp) error {
	v, err := r.program.Eval(ctx, count)
	if err != nil {
		return err
	}
	n, err := r.program.Plain(v)
	if err != nil {
		return err
	}
	if n.Rank() != 0 || !n.Elem.IsInt() || n.Scalar().Int() < 1 {
		return fmt.Errorf("the number of images is an integer of 1 or more, not %s", n)
	}
	state, err := r.program.Eval(ctx, from)
	if err != nil {
		return err
	}
	for range n.Scalar().Int() {
		both, err := r.program.Apply(ctx, step, state)
		if err != nil {
			return err
		}
		_, parts, _ := both.Fields()
		if !both.IsTuple() || len(parts) != 2 {
			return fmt.Errorf("%s gives no pair of an image and the next state", step)
		}
		x, err := r.program.Plain(parts[0])
		if err != nil {
			return err
		}
		if x.Rank() != 2 || colours[x.Elem] == nil || x.Len() == 0 {
			return fmt.Errorf("%s gives a value of type %s for an image [height][width] of u32, i32, u8, f32, f64 or bool", step, x.Type())
		}
		if err := film.add(frame(x, 0, int(x.Shape[0]), int(x.Shape[1]))); err != nil {
			return err
		}
		state = parts[1]
	}
	return nil
}

// film is an animated image in PNG (https://www.w3.org/TR/png-3/): chunks that control what the pixels of
// the first image, in a chunk of their usual name, and of the others are.
type film struct {
	rate    uint16 // images a second
	once    bool   // it stays at the last image
	size    image.Point
	header  []byte // of an image of that size
	count   uint32
	numbers uint32 // of the chunks that control, and of the images' after the first
	chunks  bytes.Buffer
}

const signature = "\x89PNG\r\n\x1a\n"

// add adds an image.
func (f *film) add(img image.Image) error {
	size := img.Bounds().Size()
	switch {
	case f.count == 0:
		f.size = size
	case size != f.size:
		return fmt.Errorf("the images of a video have one size, not %d × %d and %d × %d", f.size.X, f.size.Y, size.X, size.Y)
	case f.count == mostFrames:
		return fmt.Errorf("a video has at most %d images", mostFrames)
	}
	var still bytes.Buffer
	if err := png.Encode(&still, img); err != nil {
		return fmt.Errorf("making an image: %w", err)
	}
	control := binary.BigEndian.AppendUint32(nil, f.next())
	control = binary.BigEndian.AppendUint32(control, uint32(size.X))
	control = binary.BigEndian.AppendUint32(control, uint32(size.Y))
	control = append(control, make([]byte, 8)...) // at the corner
	control = binary.BigEndian.AppendUint16(control, 1)
	control = binary.BigEndian.AppendUint16(control, f.rate)
	control = append(control, 0, 0) // it stays until the next one, which replaces it
	chunk(&f.chunks, "fcTL", control)
	for name, data := range chunksOf(still.Bytes()) {
		switch {
		case name == "IHDR" && f.count == 0:
			f.header = slices.Clone(data)
		case name == "IHDR" && !bytes.Equal(f.header, data):
			return errors.New("making a video: the images have other headers")
		case name == "IDAT" && f.count == 0:
			chunk(&f.chunks, name, data)
		case name == "IDAT":
			chunk(&f.chunks, "fdAT", append(binary.BigEndian.AppendUint32(nil, f.next()), data...))
		}
	}
	f.count++
	return nil
}

func (f *film) next() uint32 {
	f.numbers++
	return f.numbers - 1
}

// end returns the file.
func (f *film) end() ([]byte, error) {
	if f.count == 0 {
		return nil, errors.New("a video has at least one image")
	}
	var out bytes.Buffer
	out.WriteString(signature)
	chunk(&out, "IHDR", f.header)
	times := uint32(0) // without end
	if f.once {
		times = 1
	}
	chunk(&out, "acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, f.count), times))
	out.Write(f.chunks.Bytes())
	chunk(&out, "IEND", nil)
	return out.Bytes(), nil
}

// chunk writes a chunk of a file in PNG.
func chunk(out *bytes.Buffer, name string, data []byte) {
	named := append([]byte(name), data...)
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	out.Write(named)
	out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(named)))
}

// chunksOf yields the chunks of a file in PNG.
func chunksOf(file []byte) func(yield func(name string, data []byte) bool) {
	return func(yield func(string, []byte) bool) {
		file := bytes.TrimPrefix(file, []byte(signature))
		for len(file) >= 12 {
			size := binary.BigEndian.Uint32(file)
			if !yield(string(file[4:8]), file[8:8+size]) {
				return
			}
			file = file[12+size:]
		}
	}
}

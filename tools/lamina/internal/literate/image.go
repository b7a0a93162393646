package literate

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"

	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// image shows an array of two dimensions as an image: of u32 or i32 with the colours 0xAARRGGBB, whose alpha
// is not looked at; of u8, of floats from 0 to 1, or of truth values in grey.
func (r *runner) image(ctx context.Context, e script.Exp, options map[string]string) (string, error) {
	v, err := r.program.Eval(ctx, e)
	if err != nil {
		return "", err
	}
	x, err := r.program.Plain(v)
	if err != nil {
		return "", err
	}
	if x.Rank() != 2 || colours[x.Elem] == nil || x.Len() == 0 {
		return "", fmt.Errorf(":img shows arrays [height][width] of u32, i32, u8, f32, f64 or bool, not a value of type %s", x.Type())
	}
	img := frame(x, 0, int(x.Shape[0]), int(x.Shape[1]))
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return "", fmt.Errorf("making an image: %w", err)
	}
	return picture("image/png", out.Bytes(), options["title"]), nil
}

// frame is the image whose pixels are the elements of an array from first on.
func frame(x value.Value, first int64, height, width int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for i := range width {
			img.Set(i, y, colours[x.Elem](x.At(first+int64(y*width+i))))
		}
	}
	return img
}

// colours are those of elements, by their type.
var colours = map[scalar.Type]func(x scalar.Value) color.Color{
	scalar.U32: rgb,
	scalar.I32: rgb,
	scalar.U8:  func(x scalar.Value) color.Color { return color.Gray{Y: uint8(x.Int())} },
	scalar.F32: grey,
	scalar.F64: grey,
	scalar.Bool: func(x scalar.Value) color.Color {
		if x.Bool() {
			return color.White
		}
		return color.Black
	},
}

func rgb(x scalar.Value) color.Color {
	n := uint32(x.Int())
	return color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}

func grey(x scalar.Value) color.Color {
	f := min(max(x.Float(), 0), 1)
	if f != f {
		f = 0
	}
	return color.Gray{Y: uint8(f*255 + 0.5)}
}

// picture is an image within a page.
func picture(kind string, data []byte, title string) string {
	return fmt.Sprintf(`<p class="value"><img alt="%s" src="data:%s;base64,%s"></p>`, html.EscapeString(title), kind, base64.StdEncoding.EncodeToString(data))
}

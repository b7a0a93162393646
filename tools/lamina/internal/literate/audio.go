package literate

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"html"
	"math"

	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// sound says how samples of a type are held in WAV: integers as they are, those of a byte from 0 on, and
// floats, from -1 to 1, in single precision.
type sound struct {
	format, bytes uint16
	put           func(to []byte, x scalar.Value) []byte
}

const (
	integers = 1
	floats   = 3
)

var sounds = map[scalar.Type]sound{
	scalar.I8:  {integers, 1, func(to []byte, x scalar.Value) []byte { return append(to, uint8(x.Int()+128)) }},
	scalar.U8:  {integers, 1, func(to []byte, x scalar.Value) []byte { return append(to, uint8(x.Int())) }},
	scalar.I16: {integers, 2, func(to []byte, x scalar.Value) []byte { return binary.LittleEndian.AppendUint16(to, uint16(x.Int())) }},
	scalar.I32: {integers, 4, func(to []byte, x scalar.Value) []byte { return binary.LittleEndian.AppendUint32(to, uint32(x.Int())) }},
	scalar.F32: {floats, 4, single},
	scalar.F64: {floats, 4, single},
}

func single(to []byte, x scalar.Value) []byte {
	f := x.Float()
	if f != f {
		f = 0
	}
	return binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(f)))
}

// audio lets an array be heard: of samples, or [channels][samples].
func (r *runner) audio(ctx context.Context, e script.Exp, options map[string]string) (string, error) {
	rate, err := number(options, "sampling_frequency", 44100, 1000, 384_000)
	if err != nil {
		return "", err
	}
	v, err := r.program.Eval(ctx, e)
	if err != nil {
		return "", err
	}
	x, err := r.program.Plain(v)
	if err != nil {
		return "", err
	}
	if _, ok := sounds[x.Elem]; !ok || x.Rank() < 1 || x.Rank() > 2 || x.Len() == 0 || x.Rank() == 2 && x.Shape[0] > 8 {
		return "", fmt.Errorf(":audio plays arrays of samples, or [channels][samples] of at most 8 channels, in u8, i8, i16, i32, f32 or f64, not a value of type %s and shape %v", x.Type(), x.Shape)
	}
	return fmt.Sprintf(`<p class="value"><audio controls title="%s" src="data:audio/wav;base64,%s"></audio></p>`,
		html.EscapeString(options["title"]), base64.StdEncoding.EncodeToString(wav(x, rate))), nil
}

// wav is a file with these samples, those of one time together.
func wav(x value.Value, rate int) []byte {
	how := sounds[x.Elem]
	channels, n := int64(1), x.Shape[0]
	if x.Rank() == 2 {
		channels, n = x.Shape[0], x.Shape[1]
	}
	var samples []byte
	for i := range n {
		for c := range channels {
			samples = how.put(samples, x.At(c*n+i))
		}
	}
	together := how.bytes * uint16(channels)
	form := bytes.Buffer{}
	for _, part := range []any{how.format, uint16(channels), uint32(rate), uint32(rate) * uint32(together), together, 8 * how.bytes} {
		_ = binary.Write(&form, binary.LittleEndian, part) // to memory
	}
	var out []byte
	part := func(name string, data []byte) {
		out = append(out, name...)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(data)))
		out = append(out, data...)
		if len(data)%2 == 1 {
			out = append(out, 0)
		}
	}
	part("fmt ", form.Bytes())
	if how.format == floats {
		part("fact", binary.LittleEndian.AppendUint32(nil, uint32(n)))
	}
	part("data", samples)
	whole := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+len(out)))
	return append(append(whole, "WAVE"...), out...)
}

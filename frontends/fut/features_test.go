package fut

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

func TestFeatures(t *testing.T) {
	for _, c := range chunks(t, "testdata/features.fut") {
		if _, err := Compile(context.Background(), "features.fut", []byte(c.text)); err != nil {
			t.Errorf("%v\n%s", err, c.text)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range chunks(t, "testdata/mistakes.fut") {
		_, err := Compile(context.Background(), "mistakes.fut", []byte(c.text))
		var e *source.Error
		if !errors.As(err, &e) || e.Pos.Line != c.line || !strings.Contains(e.Msg+"\nhint: "+e.Hint, c.want) {
			t.Errorf("want on line %d: %s\ngot %v", c.line, c.want, err)
		}
	}
}

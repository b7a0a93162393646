package fuse_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/fuse"
)

func TestSurvey(t *testing.T) {
	passtest.Survey(t, "", "fuse")
}

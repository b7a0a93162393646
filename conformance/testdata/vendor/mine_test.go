package mine_test

import (
	"testing"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"

	"example.org/mine"
)

func TestMain(m *testing.M) { certifytest.Main(m, mine.New()) }

func TestConformance(t *testing.T) {
	certifytest.Test(t, certify.Expectations{
		Unsupported: []certify.Exception{{Needs: "large", Reason: "an interpreter takes minutes for them"}},
	})
}

package conformance

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/driver"
)

// TestSchedulesGivenBackChangeNothing compiles every program, for every kind of machine, by the
// schedule that the compiler chose for it: the code must be what it was without.
func TestSchedulesGivenBackChangeNothing(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range repository.Programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			loaded, err := d.Load(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			if loaded.Level() != pass.Soac {
				return // a language whose programs prescribe all by themselves
			}
			for _, m := range machines {
				loaded.Target = m.target
				u := loaded.Clone()
				text, err := d.Schedule(context.Background(), u, m.pipeline, driver.Config{})
				if err != nil {
					t.Fatalf("%s: %v", m.name, err)
				}
				u = loaded.Clone()
				if err := schedule.Apply(u.IR, "schedule", text); err != nil {
					t.Fatalf("%s: %v\nin\n%s", m.name, err, text)
				}
				if got, want := imperative(t, d, u, m.pipeline), imperative(t, d, loaded.Clone(), m.pipeline); got != want {
					t.Errorf("%s: by the schedule\n%s\nthe program becomes\n%s\nand without\n%s", m.name, text, got, want)
				}
			}
		})
	}
}

// imperative is the imp text of u, with names numbered in the order of the text.
func imperative(t *testing.T, d *driver.Driver, u *pass.Unit, pipeline string) string {
	if _, err := d.Optimise(context.Background(), u, pipeline, driver.Config{}); err != nil {
		t.Fatalf("%v", err)
	}
	numbers := map[string]string{}
	text := regexp.MustCompile(`(?m)^names \d+$`).ReplaceAllString(u.String(), "")
	return regexp.MustCompile(`_\d+\b`).ReplaceAllStringFunc(text, func(n string) string {
		if numbers[n] == "" {
			numbers[n] = fmt.Sprintf("_%d", len(numbers))
		}
		return numbers[n]
	})
}

package conformance

import (
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate/source"
	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/driver"
)

// TestPrescriptionsAreSeenInTheCode prescribes something of one operation of a program that the compiler did not choose:
// the code that comes of it is another one, or the prescription is refused. So no pass ignores one. The results are
// TestEditedSchedulesChangeNoResult's.
//
//	go test ./conformance -run TestPrescriptionsAreSeen -edits 5000 -editseed 7
func TestPrescriptionsAreSeenInTheCode(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	files := slices.DeleteFunc(repository.Programs(t), func(f string) bool { return filepath.Ext(f) != ".fut" })
	count := 60
	if testing.Short() {
		count = 12
	}
	if *edits > 0 {
		count = *edits
	}
	random := rand.New(rand.NewPCG(*editSeed, 5))
	seen, refused := 0, 0
	for i := 0; seen+refused < count; i++ {
		var u *pass.Unit
		if i%4 == 0 {
			u, err = d.Load(t.Context(), files[random.IntN(len(files))])
		} else {
			u, err = d.LoadText(t.Context(), "random.fut", []byte(source.Seeded(random.Uint64N(1<<20)/10*10).Text))
		}
		if err != nil {
			t.Fatal(err)
		}
		if u.Level() != pass.Soac {
			continue
		}
		m := scheduled[random.IntN(len(scheduled))]
		u.Target = m.target
		chosen, err := d.Schedule(t.Context(), u.Clone(), m.pipeline, driver.Config{})
		if err != nil {
			t.Fatal(err)
		}
		lines, op, told := another(random, chosen)
		if lines == "" {
			continue
		}
		plain, by, early := u.Clone(), u.Clone(), u.Clone()
		if err := schedule.Apply(by.IR, "schedule", lines); err != nil {
			continue
		}
		if _, err := d.Optimise(t.Context(), by, m.pipeline, driver.Config{}); err != nil {
			if !clear(err) {
				t.Errorf("%s: %v, by\n%s\nof\n%s", m.name, err, lines, u)
			}
			refused++
			continue
		}
		if _, err := d.Optimise(t.Context(), plain, m.pipeline, driver.Config{}); err != nil {
			t.Fatal(err)
		}
		seen++
		if inOrder(plain.String()) != inOrder(by.String()) || has(by.String(), op, m.target.Group > 0, told) {
			continue
		}
		// The loops of one iteration may be gone.
		kernels, _, _ := strings.Cut(m.pipeline, ",sequentialise")
		before := early.Clone()
		if err := schedule.Apply(early.IR, "schedule", lines); err != nil {
			t.Fatal(err)
		}
		for _, u := range []*pass.Unit{before, early} {
			if _, err := d.Optimise(t.Context(), u, kernels, driver.Config{}); err != nil {
				t.Fatal(err)
			}
		}
		if inOrder(before.String()) == inOrder(early.String()) {
			t.Errorf("%s: nothing comes of %s in\n%s\nwhere the compiler chose\n%s\nof\n%s\n%s", m.name, told, lines, chosen, u, by)
		}
	}
	t.Logf("%d prescriptions seen in the code, %d refused", seen, refused)
}

// another is the schedule that the compiler chose, but for a line that says one thing which it did not choose.
func another(random *rand.Rand, chosen string) (all, op string, told schedule.Prescription) {
	lines := strings.Split(strings.TrimSpace(chosen), "\n")
	at := random.IntN(len(lines))
	fields := strings.Fields(lines[at])
	if len(fields) < 4 || strings.HasPrefix(lines[at], "--") {
		return "", "", told
	}
	had := fields[3:]
	var word string
	if all := likely[had[0]]; len(all) > 0 && random.IntN(3) < 2 {
		word = all[random.IntN(len(all))]
	} else {
		w := words[1+random.IntN(len(words)-1)]
		word = w[random.IntN(len(w))]
	}
	if slices.Contains(had, word) || slices.Contains(had, strings.Fields(word)[0]) {
		return "", "", told
	}
	p, err := schedule.Parse(word)
	if err != nil {
		return "", "", told
	}
	lines[at] = strings.Join(append(fields[:3:3], p.String()), " ")
	return strings.Join(lines, "\n"), fields[2], p
}

// has reports whether code as the compiler makes it of its own accord is as prescribed.
func has(code, op string, groups bool, told schedule.Prescription) bool {
	switch {
	case told.Unroll == schedule.No || told.Cooperate == schedule.No: // which it says of loops only where it has the choice
		return true
	case told.Space == schedule.Private: // what a processor's thread makes is its own, and so are numbers
		return !groups || strings.HasPrefix(op, "reduce") || strings.Contains(code, "space = private")
	case told.Space == schedule.Global, told.Apart:
		return true
	}
	return false
}

var numbered = regexp.MustCompile(`_\d+\b`)

// inOrder is code with its names numbered in their order.
func inOrder(code string) string {
	seen := map[string]string{}
	return numbered.ReplaceAllStringFunc(code, func(n string) string {
		if seen[n] == "" {
			seen[n] = "_" + strconv.Itoa(len(seen))
		}
		return seen[n]
	})
}

package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// device tests the contract of a backend, of executables, and of passing values (package
// backend).
func device() []*Case {
	var out []*Case
	add := func(name string, run func(context.Context, *Subject) error) {
		out = append(out, &Case{Suite: "device", Name: name, Run: run})
	}
	add("probe", probe)
	add("names", names)
	add("report", withProgram(report))
	add("arguments-stay", withProgram(argumentsStay))
	add("results-are-new", withProgram(resultsAreNew))
	add("unknown-entry", withProgram(unknownEntry))
	add("too-few-arguments", withProgram(wrong("takes 2|argument", number(1))))
	add("wrong-type", withProgram(wrong("expected a value of type", value.FromSlice([]int32{1, 2}, 2), number(1))))
	add("wrong-rank", withProgram(wrong("expected a value of type", table(2, 2, func(i, j int64) int64 { return i }), number(1))))
	add("empty-arguments", withProgram(emptyArguments))
	add("two-results", twoResults)
	add("no-arguments", noArguments)
	add("close-and-build-again", closeAndBuild)
	return out
}

// program is the program of most cases here.
const program = "entry main (xs: []i64) (k: i64): []i64 = map (+ k) xs"

func withProgram(f func(context.Context, backend.Executable) error) func(context.Context, *Subject) error {
	return func(ctx context.Context, s *Subject) error {
		x, err := s.Build(ctx, "case.fut", program)
		if err != nil {
			return err
		}
		return errors.Join(f(ctx, x), x.Close())
	}
}

// probe demands devices with names, and distinct IDs if there are several.
func probe(ctx context.Context, s *Subject) error {
	if s.Backend == driver.Interpreter {
		return nil
	}
	b, err := s.Driver.Backends.Lookup(s.Backend)
	if err != nil {
		return err
	}
	devices, err := b.Probe(ctx)
	if err != nil {
		return err
	}
	if len(devices) == 0 {
		return errors.New("the backend lists no device and gives no error")
	}
	ids := map[string]bool{}
	for _, d := range devices {
		if d.Name == "" {
			return errors.New("a device has no name")
		}
		ids[d.ID] = true
	}
	if len(ids) < len(devices) || len(devices) > 1 && ids[""] {
		return fmt.Errorf("of %d devices, some have no ID of their own", len(devices))
	}
	return nil
}

// names checks the properties of a backend that users and passes read.
func names(_ context.Context, s *Subject) error {
	if s.Backend == driver.Interpreter {
		return nil
	}
	b, err := s.Driver.Backends.Lookup(s.Backend)
	if err != nil {
		return err
	}
	if b.Name() == "" || b.Summary() == "" || b.Pipeline() == "" {
		return errors.New("the backend lacks a name, a summary or a pipeline")
	}
	if b.Target().ReduceChunk <= 0 {
		return errors.New("the target has no ReduceChunk")
	}
	return nil
}

func report(ctx context.Context, x backend.Executable) error {
	_, r, err := x.Run(ctx, "main", []value.Value{numbers(100, func(i int64) int64 { return i }), number(1)})
	if err != nil {
		return err
	}
	if r == nil || r.Total < 0 {
		return fmt.Errorf("the report is %v", r)
	}
	return nil
}

func argumentsStay(ctx context.Context, x backend.Executable) error {
	xs := numbers(50, func(i int64) int64 { return i })
	before := bytes.Clone(xs.Data)
	if _, _, err := x.Run(ctx, "main", []value.Value{xs, number(5)}); err != nil {
		return err
	}
	if !bytes.Equal(before, xs.Data) {
		return errors.New("a run changed its argument")
	}
	return nil
}

func resultsAreNew(ctx context.Context, x backend.Executable) error {
	xs := numbers(50, func(i int64) int64 { return i })
	first, _, err := x.Run(ctx, "main", []value.Value{xs, number(0)})
	if err != nil {
		return err
	}
	kept := first[0].Clone()
	if _, _, err := x.Run(ctx, "main", []value.Value{xs, number(9)}); err != nil {
		return err
	}
	if !value.Equal(kept, first[0]) {
		return errors.New("a run changed the result of the one before")
	}
	clear(first[0].Data)
	again, _, err := x.Run(ctx, "main", []value.Value{xs, number(0)})
	if err != nil {
		return err
	}
	return same(one(xs), again)
}

func unknownEntry(ctx context.Context, x backend.Executable) error {
	if _, _, err := x.Run(ctx, "nothing", nil); err == nil {
		return errors.New("an entry point that is not there ran")
	}
	return nil
}

// wrong demands an error for arguments that do not fit, and a working run afterwards.
func wrong(pattern string, args ...value.Value) func(context.Context, backend.Executable) error {
	return func(ctx context.Context, x backend.Executable) error {
		_, _, err := x.Run(ctx, "main", args)
		var invalid *fault.Invalid
		switch {
		case err == nil:
			return errors.New("arguments that do not fit were taken")
		case errors.As(err, &invalid):
			return fmt.Errorf("arguments that do not fit are the caller's mistake, not the compiler's: %w", err)
		}
		if err := failedWith(err, pattern); err != nil {
			return err
		}
		got, _, err := x.Run(ctx, "main", []value.Value{numbers(2, func(i int64) int64 { return i }), number(1)})
		if err != nil {
			return fmt.Errorf("after arguments that do not fit: %w", err)
		}
		return same(one(numbers(2, func(i int64) int64 { return i + 1 })), got)
	}
}

func emptyArguments(ctx context.Context, x backend.Executable) error {
	got, _, err := x.Run(ctx, "main", []value.Value{numbers(0, nil), number(1)})
	if err != nil {
		return err
	}
	return same(one(numbers(0, nil)), got)
}

func twoResults(ctx context.Context, s *Subject) error {
	got, err := s.Run(ctx, "case.fut", "entry main (x: i64): (i64, []i64, bool) = (x + 1, iota x, x > 2)", "main", number(3))
	if err != nil {
		return err
	}
	yes, err := value.Parse("true")
	if err != nil {
		return err
	}
	return same([]value.Value{number(4), numbers(3, func(i int64) int64 { return i }), yes[0]}, got)
}

func noArguments(ctx context.Context, s *Subject) error {
	got, err := s.Run(ctx, "case.fut", "entry main = reduce (+) 0 (iota 10)", "main")
	if err != nil {
		return err
	}
	return same(one(number(45)), got)
}

func closeAndBuild(ctx context.Context, s *Subject) error {
	for k := range int64(20) {
		got, err := s.Run(ctx, "case.fut", program, "main", numbers(3, func(i int64) int64 { return i }), number(k))
		if err != nil {
			return fmt.Errorf("program %d: %w", k, err)
		}
		if err := same(one(numbers(3, func(i int64) int64 { return i + k })), got); err != nil {
			return err
		}
	}
	return nil
}

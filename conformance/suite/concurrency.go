package suite

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/core/value"
)

// concurrency uses a backend from several goroutines, and cancels runs.
func concurrency() []*Case {
	return []*Case{
		{Suite: "concurrency", Name: "programs-side-by-side", Run: sideBySide},
		{Suite: "concurrency", Name: "compile-side-by-side", Run: compileSideBySide},
		{Suite: "concurrency", Name: "cancel-before", Run: cancelBefore},
		{Suite: "concurrency", Name: "cancel-a-loop", Run: cancelRun("entry main (n: i64): i64 = loop s = 1 while s != 0 do (s * 3 + n) | 1", 1)},
		{Suite: "concurrency", Name: "cancel-a-loop-in-a-loop", Run: cancelRun("entry main (n: i64): i64 = loop t = 0 for i < n do t ^ (loop s = i + 1 while s != 0 do (s * 3 + n) | 1)", 1)},
		{Suite: "concurrency", Name: "cancel-a-kernel", Run: cancelRun("entry main (n: i64): []i64 = map (\\i -> loop s = i for j < 100000000 do s ^ (s * 5 + j)) (iota n)", 64)},
		{Suite: "concurrency", Name: "cancel-host-loop-of-kernels", Run: cancelRun("entry main (n: i64): []i64 = loop xs = iota n for i < 100000000 do map (\\x -> x * 3 + i) xs", 1000)},
	}
}

// each runs f n times concurrently and returns the first error.
func each(n int64, f func(i int64) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = f(i) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

func sideBySide(ctx context.Context, s *Subject) error {
	return each(4, func(k int64) error {
		x, err := s.Build(ctx, "case.fut", fmt.Sprintf("entry main (n: i64): []i64 = scan (+) 0 (map (* %d) (iota n))", k+1))
		if err != nil {
			return err
		}
		defer x.Close()
		for range 5 {
			got, _, err := x.Run(ctx, "main", one(number(3000)))
			if err != nil {
				return err
			}
			if err := same(one(numbers(3000, func(i int64) int64 { return (k + 1) * i * (i + 1) / 2 })), got); err != nil {
				return fmt.Errorf("program %d: %w", k, err)
			}
		}
		return nil
	})
}

func compileSideBySide(ctx context.Context, s *Subject) error {
	return each(6, func(k int64) error {
		got, err := s.Run(ctx, "case.fut", fmt.Sprintf("entry main (x: i64): i64 = x * %d", k), "main", number(7))
		if err != nil {
			return err
		}
		return same(one(number(7*k)), got)
	})
}

func cancelBefore(ctx context.Context, s *Subject) error {
	x, err := s.Build(ctx, "case.fut", "entry main (n: i64): []i64 = scan (+) 0 (iota n)")
	if err != nil {
		return err
	}
	defer x.Close()
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := x.Run(over, "main", one(number(1000))); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("a run that was cancelled before it began ended with %v", err)
	}
	got, _, err := x.Run(ctx, "main", one(number(3)))
	if err != nil {
		return fmt.Errorf("after a cancelled run: %w", err)
	}
	return same(one(numbers(3, func(i int64) int64 { return i * (i + 1) / 2 })), got)
}

// patience bounds how long a cancelled run may continue.
const patience = 20 * time.Second

// cancelRun cancels a run that would take forever, and then runs the program's other entry
// point.
func cancelRun(text string, n int64) func(context.Context, *Subject) error {
	return func(ctx context.Context, s *Subject) error {
		x, err := s.Build(ctx, "case.fut", text+"\nentry short (x: i64): i64 = x + 1\n")
		if err != nil {
			return err
		}
		defer x.Close()
		limited, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, _, err = x.Run(limited, "main", one(number(n)))
		if !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("the cancelled run ended with %v", err)
		}
		if took := time.Since(start); took > patience {
			return fmt.Errorf("the cancelled run went on for %v", took)
		}
		got, _, err := x.Run(ctx, "short", []value.Value{number(1)})
		if err != nil {
			return fmt.Errorf("after a cancelled run: %w", err)
		}
		return same(one(number(2)), got)
	}
}

package suite

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/value"
)

// memory allocates much memory, repeatedly, and more than there is.
func memory() []*Case {
	sum := func(n int64) func() []value.Value { return func() []value.Value { return one(number(n)) } }
	const megabyte = 1 << 17 // elements of i64
	return []*Case{
		gives("memory", "allocate-in-a-loop", "entry main (n: i64): i64 = loop s = 0 for i < 200 do s + reduce (+) 0 (scan (+) 0 (replicate n 1))",
			values(number(1000)), sum(200*1000*1001/2)),
		gives("memory", "allocate-a-lot-in-a-loop", "entry main (n: i64): i64 = loop s = 0 for i < 100 do let xs = scan (+) 0 (replicate n 1) in s + xs[n - 1]",
			values(number(megabyte)), sum(100*megabyte), tagLarge),
		gives("memory", "array-carried-around-a-loop", "entry main (n: i64): i64 = let xs = loop xs = iota n for i < 50 do map (+ 1) (scan i64.max 0 xs) in reduce (+) 0 xs",
			values(number(1000)), sum(1000*999/2+50*1000)),
		gives("memory", "array-in-a-branch", "entry main (n: i64): i64 = let xs = if n > 10 then map (* 2) (iota n) else replicate n 1 in reduce (+) 0 xs",
			values(number(1000)), sum(1000*999)),
		gives("memory", "arrays-per-iteration", "entry main (n: i64): []i64 = map (\\i -> let xs = scan (+) 0 (iota 50) in loop s = i for j < 50 do s + xs[j]) (iota n)",
			values(number(500)), func() []value.Value {
				return one(numbers(500, func(i int64) int64 { return i + 49*50*51/6 }))
			}),
		gives("memory", "size-that-grows", "entry main (n: i64): i64 = loop s = 0 for i < n do s + reduce (+) 0 (scan (+) 0 (iota i))",
			values(number(60)), func() []value.Value {
				total := int64(0)
				for i := range int64(60) {
					acc := int64(0)
					for j := range i {
						acc += j
						total += acc
					}
				}
				return one(number(total))
			}),
		fails("memory", "more-than-there-is", "entry main (n: i64) = let xs = scan (+) 0 (replicate n 1) in xs[n - 1]", `memory`, number(1<<50)),
		fails("memory", "more-than-can-be-counted", "entry main (n: i64) = let t = replicate n (replicate n 0i64) in t[n - 1, n - 1] + reduce (+) 0 (flatten (map (scan (+) 0) t))", `memory|bytes`, number(1<<40)),
		usableAfterExhaustion(),
		moreThanTheDeviceHas(),
		repeatedRuns(),
	}
}

// usableAfterExhaustion runs out of memory and continues.
func usableAfterExhaustion() *Case {
	return &Case{Suite: "memory", Name: "usable-after-exhaustion", Run: func(ctx context.Context, s *Subject) error {
		x, err := s.Build(ctx, "case.fut", "entry main (n: i64): i64 = let xs = scan (+) 0 (replicate n 1) in xs[n - 1]")
		if err != nil {
			return err
		}
		defer x.Close()
		for range 3 {
			_, _, err := x.Run(ctx, "main", one(number(1<<50)))
			if err := failedWith(err, "memory"); err != nil {
				return err
			}
			got, _, err := x.Run(ctx, "main", one(number(1000)))
			if err != nil {
				return fmt.Errorf("after running out of memory: %w", err)
			}
			if err := same(one(number(1000)), got); err != nil {
				return err
			}
		}
		return nil
	}}
}

// moreThanTheDeviceHas fills a large device with arrays of which only some fit: the error
// names the one that does not. Afterwards another program of the process can use all of the
// memory.
func moreThanTheDeviceHas() *Case {
	const many = 1 << 32 // elements of i64
	text := "entry main (n: i64) = let ones (k: i64) = scan (+) k (replicate n 1) in (ones 0, ones 1, ones 2, ones 3, ones 4, ones 5, ones 6, ones 7)"
	return &Case{Suite: "memory", Name: "more-than-the-device-has", Needs: []string{tagLarge, tagHuge}, Run: func(ctx context.Context, s *Subject) error {
		x, err := s.Build(ctx, "case.fut", text)
		if err != nil {
			return err
		}
		defer x.Close()
		y, err := s.Build(ctx, "next.fut", "entry main (n: i64): i64 = let xs = scan (+) 0 (replicate n 1) in xs[n - 1]")
		if err != nil {
			return err
		}
		defer y.Close()
		for range 2 {
			_, _, err := x.Run(ctx, "main", one(number(many)))
			if err := failedWith(err, `out of memory: .+ needs [0-9.]+ [GT]iB`); err != nil {
				return err
			}
			got, _, err := y.Run(ctx, "main", one(number(1<<28)))
			if err != nil {
				return fmt.Errorf("the program after one that ran out of memory: %w", err)
			}
			if err := same(one(number(1<<28)), got); err != nil {
				return err
			}
		}
		return nil
	}}
}

// repeatedRuns runs one program often: a run releases what it allocates.
func repeatedRuns() *Case {
	return &Case{Suite: "memory", Name: "repeated-runs", Run: func(ctx context.Context, s *Subject) error {
		x, err := s.Build(ctx, "case.fut", "entry main (n: i64): []i64 = scan (+) 0 (iota n)")
		if err != nil {
			return err
		}
		defer x.Close()
		for n := range int64(300) {
			got, _, err := x.Run(ctx, "main", one(number(n)))
			if err != nil {
				return fmt.Errorf("run %d: %w", n, err)
			}
			if err := same(one(numbers(n, func(i int64) int64 { return i * (i + 1) / 2 })), got); err != nil {
				return fmt.Errorf("run %d: %w", n, err)
			}
		}
		return nil
	}}
}

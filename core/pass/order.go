package pass

import (
	"fmt"
	"slices"
)

// Build makes a pipeline of steps for programs of the given level. It fails if a pass
// would get a level that it does not take, or a constraint is violated; the error states
// the reason and the remedy.
func Build(start Level, steps ...Step) (*Pipeline, error) {
	p := &Pipeline{Steps: numbered(steps), Start: start}
	if err := p.flow(); err != nil {
		return nil, fmt.Errorf("building pipeline %q: %w", p, err)
	}
	for i, s := range steps {
		for _, c := range s.Pass.Constraints {
			if err := p.respects(i, c); err != nil {
				return nil, fmt.Errorf("building pipeline %q: %w", p, err)
			}
		}
	}
	return p, nil
}

// numbered returns the steps with their numbers.
func numbered(steps []Step) []Step {
	out := slices.Clone(steps)
	runs := map[string]int{}
	for i, s := range out {
		runs[s.Pass.Name] = max(runs[s.Pass.Name]+1, s.Nth)
		out[i].Nth = runs[s.Pass.Name]
	}
	return out
}

// flow propagates the level through the steps and sets End.
func (p *Pipeline) flow() error {
	level, origin := p.Start, "the program is"
	for _, s := range p.Steps {
		if !s.Pass.From.Has(level) {
			return fmt.Errorf("pass %s runs at level %s, but %s at level %s there; %s",
				s.Pass.Name, s.Pass.From, origin, level, levelRemedy(s.Pass, level))
		}
		if next := s.Pass.After(level); next != level {
			level, origin = next, s.Pass.Name+" leaves it"
		}
	}
	p.End = level
	return nil
}

// levelRemedy says what to do about a pass that gets the wrong level.
func levelRemedy(p *Pass, level Level) string {
	if level < p.From.lowest() {
		return "put the passes that lower the program before it"
	}
	return "move it to where the program is still at that level"
}

// respects checks constraint c of the pass at step i.
func (p *Pipeline) respects(i int, c Constraint) error {
	name := p.Steps[i].Pass.Name
	switch c.Order {
	case Before:
		if p.index(c.Pass, 0, i) >= 0 {
			return fmt.Errorf("pass %s must run before %s, because %s; move it in front", name, c.Pass, c.Reason)
		}
	case After:
		if p.index(c.Pass, 0, i) < 0 && p.index(c.Pass, i+1, len(p.Steps)) >= 0 {
			return fmt.Errorf("pass %s must run after %s, because %s; move it later", name, c.Pass, c.Reason)
		}
	case Needs:
		missing := p.Start == Soac || p.index(c.Pass, i+1, len(p.Steps)) >= 0
		if missing && p.index(c.Pass, 0, i) < 0 {
			return fmt.Errorf("pass %s needs %s to have run, because %s; put %s before it", name, c.Pass, c.Reason, c.Pass)
		}
	}
	return nil
}

// index returns the first step in [from, to) that runs the named pass, or -1.
func (p *Pipeline) index(name string, from, to int) int {
	for i := from; i < to; i++ {
		if p.Steps[i].Pass.Name == name {
			return i
		}
	}
	return -1
}

package runner

import (
	"fmt"

	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/driver"
)

// Inputs returns the inputs that the test blocks of a program give to its entry points.
// text is the file's content, u the program at any level.
func Inputs(u *pass.Unit, file string, text []byte) ([]meaning.Input, error) {
	blocks, err := testblock.Parse(file, string(text))
	if err != nil {
		return nil, err
	}
	s := &session{config: &Config{}, file: file, text: text}
	var out []meaning.Input
	for i := range blocks {
		b := &blocks[i]
		for k := range b.Cases {
			c := &b.Cases[k]
			for _, name := range entriesOf(b) {
				if c.Input.From == testblock.Script {
					continue
				}
				if _, err := driver.Entry(u, name); err != nil {
					return nil, fmt.Errorf("%v: %w", c.Pos, err)
				}
				args, err := s.given(c, driver.ParamTypes(u, name))
				if err != nil {
					return nil, fmt.Errorf("%v: %w", c.Pos, err)
				}
				out = append(out, meaning.Input{Name: c.Name, Entry: name, Args: args})
			}
		}
	}
	return out, nil
}

// Calls returns, for a program in a language without types, a call of each entry point by its
// first case; of those that are called for no arguments, too.
func Calls(file string, text []byte) ([]driver.Call, error) {
	blocks, err := testblock.Parse(file, string(text))
	if err != nil {
		return nil, err
	}
	s := &session{config: &Config{}, file: file, text: text}
	var out []driver.Call
	called := map[string]bool{}
	for i := range blocks {
		for k := range blocks[i].Cases {
			c := &blocks[i].Cases[k]
			for _, name := range entriesOf(&blocks[i]) {
				if called[name] || c.Input.From == testblock.Script {
					continue
				}
				called[name] = true
				args, err := s.plain(c)
				if err != nil {
					return nil, fmt.Errorf("%v: %w", c.Pos, err)
				}
				out = append(out, driver.Call{Entry: name, Args: args})
			}
		}
	}
	return out, nil
}

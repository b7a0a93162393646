package gocmd

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// arguments are those of the go command, as far as they must be understood.
type arguments struct {
	dir      string   // of -C
	list     []string // flags that matter to which files belong to packages
	patterns []string // packages
	rest     []string // all but -C
	covers   bool     // the go command is to measure which code runs
	futhark  bool     // extract prints programs in the manner of Futhark's language: -fut
}

// switches are the flags of the go command that take no value.
var switches = strings.Fields("a n race msan asan cover v work x trimpath linkshared modcacherw json c failfast short benchmem fullpath i artifacts")

// listed are the flags that decide which files belong to packages, or how these are named.
var listed = strings.Fields("trimpath tags mod modfile race msan asan compiler")

// programFlags begin with the names of flags whose values may stand alone.
var valued = strings.Fields("C p o covermode coverpkg asmflags buildmode buildvcs compiler gccgoflags gcflags installsuffix ldflags mod modfile pgo pkgdir tags toolexec " +
	"exec run skip bench benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile fuzz fuzztime fuzzminimizetime list memprofile memprofilerate " +
	"mutexprofile mutexprofilefraction outputdir parallel shuffle timeout trace vet vettool")

// trimmed reports whether paths in the program are to be those of packages: -trimpath.
func (a *arguments) trimmed() bool {
	isTrim := func(flag string) bool {
		flag = strings.TrimLeft(flag, "-")
		return flag == "trimpath" || flag == "trimpath=true"
	}
	return slices.ContainsFunc(a.list, isTrim) || slices.ContainsFunc(strings.Fields(os.Getenv("GOFLAGS")), isTrim) &&
		!slices.ContainsFunc(a.list, func(flag string) bool { return strings.HasSuffix(flag, "trimpath=false") })
}

// parseArguments takes the arguments of a verb of the go command apart.
func parseArguments(verb string, args []string) (*arguments, error) {
	a := &arguments{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "-args" || arg == "--" {
			a.rest = append(a.rest, args[i:]...)
			break
		}
		if !strings.HasPrefix(arg, "-") {
			a.patterns = append(a.patterns, arg)
			a.rest = append(a.rest, arg)
			if verb == "run" && !strings.HasSuffix(arg, ".go") {
				a.rest = append(a.rest, args[i+1:]...)
				break
			}
			continue
		}
		name, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		name = strings.TrimPrefix(name, "test.")
		flag := []string{arg}
		switch {
		case name == "fut" && verb == "extract":
			a.futhark = true
			continue
		case name == "overlay":
			return nil, &UsageError{"-overlay: lamina go makes an overlay of its own"}
		case given, slices.Contains(switches, name):
		case !slices.Contains(valued, name):
			return nil, &UsageError{fmt.Sprintf("unknown flag -%s; write its value, if it has one, as -%s=value", name, name)}
		case i+1 >= len(args):
			return nil, &UsageError{fmt.Sprintf("-%s needs a value", name)}
		default:
			i++
			value = args[i]
			flag = append(flag, value)
		}
		a.covers = a.covers || strings.HasPrefix(name, "cover") && value != "false"
		if name == "C" {
			a.dir = value
			continue
		}
		if slices.Contains(listed, name) {
			a.list = append(a.list, strings.Join(flag, "="))
		}
		a.rest = append(a.rest, flag...)
	}
	if len(a.patterns) == 0 {
		a.patterns = []string{"."}
	}
	return a, nil
}

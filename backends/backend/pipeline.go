package backend

import "strings"

// Kind is a kind of machine that has a default pipeline.
type Kind int

// The kinds, in the order of the columns of Stages.
const (
	Embedded  Kind = iota // machine code inside the process
	GPU                   // work-groups, and memory of its own
	Processor             // a CPU behind a GPU's interface
	Compiled              // a CPU, by a C compiler
	kinds
)

// String is the kind's name.
func (k Kind) String() string { return [kinds]string{"embedded", "GPU", "processor", "compiled"}[k] }

// A kind's choice for a stage is the pass without options, no pass, or the pass's options.
const (
	Yes = ""
	No  = "-"
)

// Stage is a row of Stages: a pass, and each kind's choice: Yes, No, or options.
type Stage struct {
	Pass string
	For  Choices
}

// Choices holds the choices, indexed by kind.
type Choices [kinds]string

// Stages lists the default pipelines from soac to imp, side by side.
//
// On GPUs extract-kernels makes two versions of nested parallelism, between which the
// program chooses at run time, and coalesce lays arrays out for adjacent threads. On the
// other kinds each thread runs sequentially, over sequential memory.
var Stages = []Stage{
	//                    embedded  GPU           processor  compiled
	{"inline", Choices{Yes, Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes, Yes}},
	{"parallelise", Choices{No, Yes, No, No}},
	{"fuse", Choices{"histograms", "reductions", Yes, "histograms"}},
	{"narrow-elements", Choices{Yes, No, No, Yes}},
	{"simplify", Choices{Yes, Yes, Yes, Yes}},
	{"extract-kernels", Choices{Yes, "nests=both", Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes, Yes}},
	{"fission", Choices{No, Yes, No, No}},
	{"sequentialise", Choices{Yes, Yes, Yes, Yes}},
	{"scalarise", Choices{No, Yes, No, No}},
	{"fission", Choices{No, Yes, No, No}},
	{"join", Choices{No, Yes, No, No}},
	{"simplify", Choices{Yes, Yes, Yes, Yes}},
	{"coalesce", Choices{"neighbours=lanes", Yes, No, "neighbours=lanes"}},
	{"introduce-memory", Choices{Yes, Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes, Yes}},
	{"hoist-allocs", Choices{Yes, Yes, Yes, Yes}},
	{"short-circuit", Choices{Yes, Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes, Yes}},
	{"lower-allocs", Choices{Yes, Yes, Yes, Yes}},
	{"merge-blocks", Choices{Yes, Yes, Yes, Yes}},
	{"double-buffer", Choices{Yes, Yes, Yes, Yes}},
	{"expand-memory", Choices{Yes, Yes, "layout=contiguous", Yes}},
	{"simplify", Choices{Yes, Yes, Yes, Yes}},
	{"to-imp", Choices{Yes, Yes, Yes, Yes}},
	{"expand-allocs", Choices{Yes, Yes, Yes, Yes}},
	{"group-loops", Choices{Yes, No, No, Yes}},
	{"forward-blocks", Choices{Yes, No, No, Yes}},
	{"drop-stores", Choices{Yes, No, No, Yes}},
	{"decide", Choices{Yes, No, No, Yes}},
	{"offload", Choices{No, Yes, Yes, No}},
	{"cooperate", Choices{No, Yes, No, No}},
	{"sink-loads", Choices{No, Yes, No, No}},
	{"unroll", Choices{"loops=short", Yes, No, "loops=short"}},
	{"promote", Choices{Yes, No, No, Yes}},
	{"contract", Choices{No, Yes, No, No}},
	{"specialise", Choices{No, Yes, No, No}},
	{"narrow", Choices{No, Yes, No, No}},
	{"pack", Choices{No, Yes, No, No}},
	{"reroll", Choices{No, Yes, No, No}},
	{"hoist-scalars", Choices{No, Yes, No, No}},
	{"wrap", Choices{Yes, No, No, Yes}},
	{"hoist-loads", Choices{Yes, No, No, Yes}},
	{"split", Choices{Yes, No, "loops=rows", "loops=rows"}},
	{"divide", Choices{Yes, No, No, No}},
	{"if-convert", Choices{Yes, No, No, No}},
	{"lanes", Choices{"bodies=straight", No, No, Yes}},
	{"pool-blocks", Choices{Yes, No, No, "stack=1024"}},
	{"reuse-blocks", Choices{Yes, No, No, Yes}},
}

// Pipeline returns the text of the default pipeline for machines of kind k.
func (k Kind) Pipeline() string {
	var passes []string
	for _, s := range Stages {
		switch options := s.For[k]; options {
		case No:
		case Yes:
			passes = append(passes, s.Pass)
		default:
			passes = append(passes, s.Pass+"{"+options+"}")
		}
	}
	return strings.Join(passes, ",")
}

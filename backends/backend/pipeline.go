package backend

import "strings"

// A Kind of machine has a default pipeline.
type Kind int

// The kinds, in the order of the columns of Stages.
const (
	Embedded  Kind = iota // machine code inside the process
	GPU                   // threads in groups, with memory of its own
	Processor             // a processor behind the interface of a GPU
	kinds
)

// String is the kind's name.
func (k Kind) String() string { return [kinds]string{"embedded", "GPU", "processor"}[k] }

// Of a stage, a kind of machine takes the pass as it is, not at all, or with options.
const (
	Yes = ""
	No  = "-"
)

// A Stage is a row of Stages: a pass, and what each kind makes of it: Yes, No, or the
// pass's options.
type Stage struct {
	Pass string
	For  Choices
}

// Choices holds a kind's choice at its index.
type Choices [kinds]string

// Stages are the default pipelines from soac to imp, beside each other.
//
// On GPUs extract-kernels makes two versions of nested parallelism, between which the
// program chooses when it runs, and coalesce lays arrays out for neighbouring threads.
// Threads of the others work in sequence, on memory that lies in sequence.
var Stages = []Stage{
	//                    embedded  GPU           processor
	{"inline", Choices{Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes}},
	{"fuse", Choices{Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes}},
	{"extract-kernels", Choices{Yes, "nests=both", Yes}},
	{"simplify", Choices{Yes, Yes, Yes}},
	{"sequentialise", Choices{Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes}},
	{"coalesce", Choices{No, Yes, No}},
	{"introduce-memory", Choices{Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes}},
	{"hoist-allocs", Choices{Yes, Yes, Yes}},
	{"short-circuit", Choices{Yes, Yes, Yes}},
	{"simplify", Choices{Yes, Yes, Yes}},
	{"lower-allocs", Choices{Yes, Yes, Yes}},
	{"merge-blocks", Choices{Yes, Yes, Yes}},
	{"double-buffer", Choices{Yes, Yes, Yes}},
	{"expand-memory", Choices{Yes, Yes, "layout=contiguous"}},
	{"simplify", Choices{Yes, Yes, Yes}},
	{"to-imp", Choices{Yes, Yes, Yes}},
	{"decide", Choices{Yes, No, No}},
	{"offload", Choices{No, Yes, Yes}},
	{"cooperate", Choices{No, Yes, No}},
	{"unroll", Choices{No, Yes, No}},
}

// Pipeline is the text of the default pipeline for machines of kind k.
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

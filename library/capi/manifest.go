package capi

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/name"
)

// The manifest describes the interface to generators of bindings.
type (
	manifest struct {
		Backend     string                   `json:"backend"`
		EntryPoints map[string]manifestEntry `json:"entry_points"`
		Types       map[string]manifestType  `json:"types"`
		Version     string                   `json:"version"`
	}
	manifestEntry struct {
		CFun         string           `json:"cfun"`
		Doc          string           `json:"doc,omitempty"`
		Inputs       []manifestInput  `json:"inputs"`
		Outputs      []manifestOutput `json:"outputs"`
		TuningParams []string         `json:"tuning_params"`
	}
	manifestInput struct {
		Name   string `json:"name"`
		Type   string `json:"type"`
		Unique bool   `json:"unique"`
	}
	manifestOutput struct {
		Type   string `json:"type"`
		Unique bool   `json:"unique"`
	}
	manifestType struct {
		CType       string            `json:"ctype"`
		Kind        string            `json:"kind"`
		Elemtype    string            `json:"elemtype,omitempty"`
		Rank        int               `json:"rank,omitempty"`
		Ops         map[string]string `json:"ops"`
		Record      *manifestRecord   `json:"record,omitempty"`
		RecordArray *manifestRecord   `json:"record_array,omitempty"`
		OpaqueArray *manifestRecord   `json:"opaque_array,omitempty"`
		Sum         *manifestSum      `json:"sum,omitempty"`
	}
	// manifestRecord describes a record, or an array of opaque values.
	manifestRecord struct {
		New      string          `json:"new,omitempty"`
		Zip      string          `json:"zip,omitempty"`
		Index    string          `json:"index,omitempty"`
		Shape    string          `json:"shape,omitempty"`
		Elemtype string          `json:"elemtype,omitempty"`
		Rank     int             `json:"rank,omitempty"`
		Fields   []manifestField `json:"fields,omitempty"`
	}
	manifestField struct {
		Name    string `json:"name"`
		Project string `json:"project"`
		Type    string `json:"type"`
	}
	manifestSum struct {
		Variant  string            `json:"variant"`
		Variants []manifestVariant `json:"variants"`
	}
	manifestVariant struct {
		Name      string   `json:"name"`
		Construct string   `json:"construct"`
		Destruct  string   `json:"destruct"`
		Payload   []string `json:"payload"`
	}
)

// unnamed stands for the name of a parameter that has none.
const unnamed = "_"

// manifest is the text of NAME.json.
func (a *api) manifest(p parameters) ([]byte, error) {
	m := manifest{Backend: a.Backend(), EntryPoints: map[string]manifestEntry{}, Types: map[string]manifestType{}, Version: "Lamina"}
	for _, t := range a.Types {
		if !t.IsScalar() {
			m.Types[spelling(t.Type)] = a.manifestType(t)
		}
	}
	for _, e := range a.Entries {
		out := manifestEntry{CFun: a.Prefix + "_entry_" + e.Word, Doc: e.Doc, Inputs: []manifestInput{}, Outputs: []manifestOutput{}, TuningParams: append([]string{}, p.ofEntry[e.Entry]...)}
		for _, x := range e.Inputs {
			out.Inputs = append(out.Inputs, manifestInput{cmp.Or(x.Name, unnamed), spelling(x.Type.Type), x.Unique})
		}
		for _, x := range e.Outputs {
			out.Outputs = append(out.Outputs, manifestOutput{spelling(x.Type.Type), x.Unique})
		}
		m.EntryPoints[e.Entry] = out
	}
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// operation is the name of a function of a type.
func (a *api) operation(op string, t *valueType) string {
	return fmt.Sprintf("%s_%s_%s", a.Prefix, op, t.Word)
}

// Operations that the types of a kind have in common.
var (
	arrayOperations  = []string{"free", "index", "new", "new_raw", "shape", "values", "values_raw"}
	opaqueOperations = []string{"free", "restore", "store"}
)

func (a *api) manifestType(t *valueType) manifestType {
	out := manifestType{CType: "struct " + a.structName(t) + " *", Kind: "opaque", Ops: map[string]string{}}
	ops := opaqueOperations
	if t.IsArray() {
		out.Kind, out.Elemtype, out.Rank, ops = "array", t.Leaf().Elem.String(), t.Leaf().Rank, arrayOperations
	}
	for _, op := range ops {
		out.Ops[op] = a.operation(op, t)
	}
	var fields []manifestField
	for _, f := range t.Members {
		fields = append(fields, manifestField{f.Name, a.operation("project", t) + "_" + name.Encoded(f.Name), spelling(f.Type.Type)})
	}
	switch {
	case t.Kind == entry.Record && len(fields) > 0:
		out.Record = &manifestRecord{New: a.operation("new", t), Fields: fields}
	case t.Kind == entry.Array:
		array := &manifestRecord{Index: a.operation("index", t), Shape: a.operation("shape", t), Elemtype: spelling(t.Element.Type), Rank: t.Rank, Fields: fields}
		if t.IsRecordArray() {
			array.Zip = a.operation("zip", t)
			out.RecordArray = array
		} else {
			out.OpaqueArray = array
		}
	case t.Kind == entry.Sum:
		out.Sum = &manifestSum{Variant: a.operation("variant", t)}
		for _, v := range t.Variants {
			payload := []string{}
			for _, p := range v.Members {
				payload = append(payload, spelling(p.Type.Type))
			}
			out.Sum.Variants = append(out.Sum.Variants, manifestVariant{v.Name, a.operation("new", t) + "_" + name.Encoded(v.Name), a.operation("destruct", t) + "_" + name.Encoded(v.Name), payload})
		}
	}
	return out
}

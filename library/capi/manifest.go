package capi

import (
	"encoding/json"
	"fmt"
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
		CType    string            `json:"ctype"`
		Kind     string            `json:"kind"`
		Elemtype string            `json:"elemtype,omitempty"`
		Rank     int               `json:"rank,omitempty"`
		Ops      map[string]string `json:"ops"`
	}
)

// arrayOperations are the functions of each array type.
var arrayOperations = []string{"free", "index", "new", "new_raw", "shape", "values", "values_raw"}

// manifest is the text of NAME.json.
func (a *api) manifest() ([]byte, error) {
	m := manifest{Backend: a.Backend(), EntryPoints: map[string]manifestEntry{}, Types: map[string]manifestType{}, Version: "Lamina"}
	for _, t := range a.Arrays {
		ops := map[string]string{}
		for _, op := range arrayOperations {
			ops[op] = fmt.Sprintf("%s_%s_%s", a.Prefix, op, t.Word())
		}
		m.Types[t.Name()] = manifestType{CType: "struct " + a.structName(t) + " *", Kind: "array", Elemtype: t.Elem.String(), Rank: t.Rank, Ops: ops}
	}
	for _, e := range a.Entries {
		out := manifestEntry{CFun: a.Prefix + "_entry_" + e.Word, Inputs: []manifestInput{}, Outputs: []manifestOutput{}, TuningParams: []string{}}
		for _, x := range e.Inputs {
			out.Inputs = append(out.Inputs, manifestInput{x.Name, x.Type.Name(), x.Unique})
		}
		for _, x := range e.Outputs {
			out.Outputs = append(out.Outputs, manifestOutput{x.Type.Name(), x.Unique})
		}
		m.EntryPoints[e.Name] = out
	}
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

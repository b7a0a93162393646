package lsp

import "github.com/lamina-lang/lamina/frontends/fut"

// The parts of the Language Server Protocol, version 3.17, that this server speaks. Fields are
// named as in the specification.

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // in UTF-16 units, from 0
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

// params are the parameters of all requests and notifications that this server knows.
type params struct {
	TextDocument   textDocument `json:"textDocument"`
	Position       position     `json:"position"`
	Range          textRange    `json:"range"`
	NewName        string       `json:"newName"`
	ContentChanges []struct {
		Range *textRange `json:"range"`
		Text  string     `json:"text"`
	} `json:"contentChanges"`
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
	RootURI          string `json:"rootUri"`
	WorkspaceFolders []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
	Capabilities struct {
		Workspace struct {
			InlayHint struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"inlayHint"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

type diagnostic struct {
	Range              textRange            `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code,omitempty"`
	Source             string               `json:"source"`
	Message            string               `json:"message"`
	Tags               []int                `json:"tags,omitempty"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// Severities, and the tag of what is not needed.
const (
	severityError   = 1
	severityWarning = 2
	tagUnnecessary  = 1
)

type publishDiagnostics struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hover struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

type completionItem struct {
	Label  string `json:"label"`
	Kind   int    `json:"kind"`
	Detail string `json:"detail,omitempty"`
}

// Kinds of completion items.
const (
	completeFunction  = 3
	completeVariable  = 6
	completeInterface = 8
	completeModule    = 9
	completeKeyword   = 14
	completeStruct    = 22
)

var completeKinds = map[fut.NameKind]int{
	fut.ValueName: completeFunction, fut.ModuleName: completeModule, fut.TypeName: completeStruct, fut.ModuleTypeName: completeInterface,
}

type signatureHelp struct {
	Signatures      []signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

type signature struct {
	Label         string      `json:"label"`
	Documentation string      `json:"documentation,omitempty"`
	Parameters    []parameter `json:"parameters"`
}

type parameter struct {
	Label string `json:"label"`
}

type inlayHint struct {
	Position position `json:"position"`
	Label    string   `json:"label"`
	Kind     int      `json:"kind,omitempty"` // 1: a type
	Tooltip  string   `json:"tooltip,omitempty"`

	PaddingLeft bool `json:"paddingLeft,omitempty"`
}

type symbol struct {
	Name           string    `json:"name"`
	Detail         string    `json:"detail,omitempty"`
	Kind           int       `json:"kind"`
	Range          textRange `json:"range"`
	SelectionRange textRange `json:"selectionRange"`
}

// Kinds of symbols.
const (
	symbolModule   = 2
	symbolFunction = 12
)

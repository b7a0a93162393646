package store

import (
	"encoding/binary"
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Block is memory: bytes, and for each byte a tag that records what was last written
// there. An element of type t has tag t on its first byte and t|inside on the others, so
// that one comparison checks that a whole element of the type being read is there. Bytes
// not written since the allocation have tag 0 (poison).
type Block struct {
	Name string // the variable it was allocated for, for messages
	data []byte
	tags []byte
	// version counts consumptions (value semantics). An array records the version that it
	// belongs to; freeing creates a version that no array belongs to.
	version uint32
	Freed   bool
	// Kept names the entry parameter whose caller retains the block: it must not be
	// written.
	Kept    string
	Born    int64 // its allocation number in the run
	Refs    int   // number of variables that hold it (imp)
	part    bool  // its memory is another block's
	shadows []shadow
	authors authors
}

const inside = 0x80

// tagOf[t] holds the tags of an element of type t, as a little-endian integer.
var tagOf = func() (tags [scalar.Bool + 1]uint64) {
	for t := scalar.I8; t <= scalar.Bool; t++ {
		tags[t] = uint64(t)
		for i := 1; i < t.Size(); i++ {
			tags[t] |= uint64(t|inside) << (8 * i)
		}
	}
	return tags
}()

// NewBlock allocates unwritten memory.
func NewBlock(name string, bytes int64) *Block {
	return &Block{Name: name, data: make([]byte, bytes), tags: make([]byte, bytes)}
}

// Size returns the number of the block's bytes.
func (b *Block) Size() int64 { return int64(len(b.data)) }

// Room returns how many elements of a type the block has room for.
func (b *Block) Room(t scalar.Type) int64 { return int64(len(b.data) / t.Size()) }

// String names the block in messages.
func (b *Block) String() string {
	if b == nil {
		return "no block"
	}
	return "block " + b.Name
}

// bytesAt returns the bytes of element i of width size, or false if it is out of bounds.
func bytesAt(mem []byte, i int64, size int) ([]byte, bool) {
	if uint64(i) >= uint64(len(mem)) {
		return nil, false
	}
	at := int(i) * size
	if at+size > len(mem) {
		return nil, false
	}
	return mem[at : at+size], true
}

// littleEndian reads 1, 2, 4 or 8 bytes.
func littleEndian(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func putLittleEndian(b []byte, x uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(x)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(x))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(x))
	default:
		binary.LittleEndian.PutUint64(b, x)
	}
}

// Load reads the element of type t at index i, in elements of t. complaint says what is
// wrong, or is "".
func (b *Block) Load(t scalar.Type, i int64) (v scalar.Value, complaint string) {
	tags, ok := bytesAt(b.tags, i, t.Size())
	if !ok {
		return v, b.outside(t, i)
	}
	if littleEndian(tags) != tagOf[t] {
		return v, b.mistagged(t, tags)
	}
	data, _ := bytesAt(b.data, i, t.Size())
	return scalar.Value{Type: t, Bits: littleEndian(data)}, ""
}

// Holds reports, when called, whether v is at index i.
func (b *Block) Holds(i int64, v scalar.Value) func() bool {
	return func() bool {
		there, complaint := b.Load(v.Type, i)
		return complaint == "" && there == v
	}
}

// Store writes v at index i, in elements of v's type.
func (b *Block) Store(i int64, v scalar.Value) (complaint string) {
	data, ok := bytesAt(b.data, i, v.Type.Size())
	if !ok {
		return b.outside(v.Type, i)
	}
	putLittleEndian(data, v.Bits)
	tags, _ := bytesAt(b.tags, i, v.Type.Size())
	putLittleEndian(tags, tagOf[v.Type])
	return ""
}

// move copies the element of type t at index j of src to index i. It copies poison too:
// only reading it as a value is an error.
func (b *Block) move(t scalar.Type, i int64, src *Block, j int64) (complaint string) {
	from, ok := bytesAt(src.tags, j, t.Size())
	if !ok {
		return src.outside(t, j)
	}
	if tag := littleEndian(from); tag != tagOf[t] && tag != 0 {
		return src.mistagged(t, from)
	}
	to, ok := bytesAt(b.tags, i, t.Size())
	if !ok {
		return b.outside(t, i)
	}
	copy(to, from)
	at, size := int(i)*t.Size(), t.Size()
	copy(b.data[at:at+size], src.data[int(j)*size:])
	return ""
}

func (b *Block) outside(t scalar.Type, i int64) string {
	return fmt.Sprintf("offset %d (of %s) lies outside %s of %d bytes", i, t, b, len(b.data))
}

func (b *Block) mistagged(t scalar.Type, tags []byte) string {
	for _, tag := range tags {
		if tag == 0 {
			return "the cell was not written"
		}
	}
	for other := scalar.I8; other <= scalar.Bool; other++ {
		if other.Size() == t.Size() && littleEndian(tags) == tagOf[other] {
			return fmt.Sprintf("the cell holds an %s and is read as %s", other, t)
		}
	}
	return fmt.Sprintf("the cell holds parts of other elements and is read as %s", t)
}

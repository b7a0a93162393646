package cluster

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// entry is a line of a journal: the first has Run, the others what a shard told.
type entry struct {
	Run      string `json:"run,omitempty"` // a fingerprint of what is run
	Command  string `json:"command,omitempty"`
	Campaign int    `json:"campaign,omitempty"`
	Shard    int    `json:"shard,omitempty"`
	Line     *Line  `json:"line,omitempty"`
}

// journal keeps what workers told in a file, so that a run can be continued. The zero value
// keeps nothing.
type journal struct{ file *os.File }

// openJournal opens or begins the journal of a run, and passes on what is in it. An incomplete
// line at its end, where an earlier coordinator was killed, is cut off.
func openJournal(path, run, command string, replay func(entry)) (*journal, error) {
	if path == "" {
		return &journal{}, nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not the journal of a run: it is no regular file: remove it, or name another folder", path)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("opening the journal: %w", err)
	}
	j := &journal{f}
	first, end := true, int64(0)
	lines := bufio.NewReader(f)
	for {
		line, err := lineOf(lines)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s is not the journal of a run: %w: remove it, or name another folder", path, err), f.Close())
		}
		end += int64(len(line))
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, errors.Join(fmt.Errorf("%s is not the journal of a run: %w: remove it, or name another folder", path, err), f.Close())
		}
		if first && e.Run != run {
			return nil, errors.Join(fmt.Errorf("%s belongs to another run (%s): continue that one with its flags, or name another folder", path, e.Command), f.Close())
		}
		if !first {
			replay(e)
		}
		first = false
	}
	_, err = f.Seek(end, io.SeekStart)
	err = errors.Join(err, f.Truncate(end))
	if err == nil && first {
		err = j.add(entry{Run: run, Command: command})
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("writing the journal: %w", err), f.Close())
	}
	return j, nil
}

// lineOf reads a whole line, of a bounded length. Its error is io.EOF at the end, also within a
// line.
func lineOf(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("a line of more than %d MiB", maxLine>>20)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func (j *journal) add(e entry) error {
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}

// fingerprint identifies what a run does: two runs with one fingerprint have the same cases in
// the same shards.
func (r *run) fingerprint() string {
	h := sha256.New()
	e := json.NewEncoder(h)
	_ = e.Encode(r.config.Task) // a hash does not fail, and all fields are plain
	for _, c := range r.campaigns {
		_ = e.Encode([]any{c.kind.Name, c.target, len(c.shards)})
	}
	for _, c := range r.config.Cases {
		_ = e.Encode(c.ID())
	}
	return hex.EncodeToString(h.Sum(nil))
}

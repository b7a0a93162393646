package hardware

import (
	"fmt"
	"sync"
)

// Common is shared by the open queues of one GPU: its context, which is made anew
// when a kernel of any of them destroys it, and the memory that no run uses. Contexts
// have numbers, in the order in which they were made; a queue belongs to one of them.
type Common struct {
	mu      sync.RWMutex // calls to the driver hold it for reading, who makes a context for writing
	context int
	over    error // why no other can be made
	Reserve Reserve
}

// Within makes a call to the driver in the context of a number, or is ErrLost if that
// context is not there any longer.
func (c *Common) Within(context int, call func() error) error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.context != context {
		return fmt.Errorf("%w by another program of this process", ErrLost)
	}
	return call()
}

// Context is the number of the context that is there; 0 before there is one.
func (c *Common) Context() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.context
}

// Renew makes the next context unless another queue has seen to that since context was
// lost. What the lost one held is gone. It gives the number of the context that is
// there now, or why there will be none any more.
func (c *Common) Renew(context int, make func() error) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.context == context && c.over == nil {
		c.Reserve.forget()
		c.over = make()
		c.context++
	}
	return c.context, c.over
}

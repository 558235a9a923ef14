package ext

import "sync"

// inOrder does work one piece at a time, in the order in which it came, beside whoever hands it over.
type inOrder struct {
	mu      sync.Mutex
	waiting []func()
	working bool
}

func (o *inOrder) add(work func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = append(o.waiting, work)
	if !o.working {
		o.working = true
		go o.work()
	}
}

func (o *inOrder) work() {
	// Also where a piece ends its goroutine, the next ones are done.
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.working = len(o.waiting) > 0; o.working {
			go o.work()
		}
	}()
	for {
		o.mu.Lock()
		if len(o.waiting) == 0 {
			o.mu.Unlock()
			return
		}
		piece := o.waiting[0]
		o.waiting = o.waiting[1:]
		o.mu.Unlock()
		piece()
	}
}

// Package water moves water about.
package water

import (
	"errors"
	"fmt"
)

// ErrDry is returned where nothing flows.
var ErrDry = errors.New("dry")

const (
	// Low is the least pressure.
	Low = iota
	High
)

var (
	first, second = 1, 2
	table         = map[string]func(int) int{
		"double": func(n int) int { return 2 * n },
	}
)

// Pressure is measured in bars.
type Pressure float64

type (
	// Flow is anything that flows.
	Flow interface {
		// Rate is litres per second.
		Rate() float64
		fmt.Stringer
	}

	Handler func(p Pressure) error
)

// Pump pushes.
type Pump struct {
	name string `json:"name"`
	rate float64
	next *Pump
}

// Ring is a ring buffer.
type Ring[T any] struct {
	items []T
}

// NewPump makes one.
func NewPump(name string) *Pump {
	return &Pump{name: name}
}

// Open starts the flow.
//
//go:noinline
func (s *Pump) Open() error {
	run := func() error {
		return nil
	}
	return run()
}

func (s Pump) Rate() float64 { return s.rate }

// Add puts one at the end.
func (r *Ring[T]) Add(v T) {
	r.items = append(r.items, v)
}

func (*Ring[T]) Len() int { return 0 }

// Map is generic.
func Map[T, U any](items []T, f func(T) U) []U {
	out := make([]U, 0, len(items))
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}

/*
Open is a function of the same name.
*/
func Open() {
	text := `func Hidden() {
	}`
	fmt.Println(text)
}

func init() {}

func init() {}

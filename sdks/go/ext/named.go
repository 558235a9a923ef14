package ext

// inOrderOfNames keeps values by name, in the order in which the names first came.
type inOrderOfNames[T any] struct {
	names  []string
	values map[string]T
}

func (n *inOrderOfNames[T]) put(name string, value T) {
	if n.values == nil {
		n.values = map[string]T{}
	}
	if _, there := n.values[name]; !there {
		n.names = append(n.names, name)
	}
	n.values[name] = value
}

func (n *inOrderOfNames[T]) get(name string) (T, bool) {
	value, there := n.values[name]
	return value, there
}

func (n *inOrderOfNames[T]) remove(name string) {
	delete(n.values, name)
	for index, held := range n.names {
		if held == name {
			n.names = append(n.names[:index:index], n.names[index+1:]...)
			return
		}
	}
}

func (n *inOrderOfNames[T]) all() []T {
	values := make([]T, 0, len(n.names))
	for _, name := range n.names {
		values = append(values, n.values[name])
	}
	return values
}

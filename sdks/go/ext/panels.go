package ext

import "github.com/extproto/extproto/sdks/go/protocol"

// A panel is open from the answer of a command until either side closes it. What is drawn is put in the queue under
// the same lock as that is noted, so that nothing is drawn after the end.

func (s *session) openPanel(response protocol.ExtensionCommandResponseOpenPanel) {
	line := s.encode(response)
	s.out.waitForRoom()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[response.OpenPanel.ID] = true
	s.out.add(line, "")
}

func (s *session) renderPanel(id, title string, lines []string, footer string) {
	line := s.encode(protocol.ExtensionPanelRender{
		PanelID: id,
		Title:   present(title),
		Lines:   lines,
		Footer:  present(footer),
	})
	s.out.waitForRoom()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[id] {
		s.out.add(line, id)
	}
}

func (s *session) closePanel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[id] {
		delete(s.open, id)
		s.out.add(s.encode(protocol.ExtensionPanelClose{PanelID: id}), "")
	}
}

func (s *session) handlersOf(panel string) (panelHandlers, bool) {
	s.ext.mu.Lock()
	handlers := s.ext.panels[panel]
	s.ext.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	return handlers, s.open[panel]
}

func (s *session) panelKey(frame protocol.HostPanelKey) {
	if handlers, open := s.handlersOf(frame.PanelID); open && handlers.onKey != nil {
		s.keys.add(s.observed("the keys of the panel "+frame.PanelID, func() {
			handlers.onKey(string(frame.Key), value(frame.Text))
		}))
	}
}

func (s *session) panelClosed(id string) {
	handlers, open := s.handlersOf(id)
	if !open {
		return
	}
	s.mu.Lock()
	delete(s.open, id)
	s.out.dropPanel(id)
	s.mu.Unlock()
	if handlers.onClose != nil {
		s.keys.add(s.observed("the end of the panel "+id, handlers.onClose))
	}
}

//! A panel of an extension: open from the answer of a command until either side closes it.

use crate::handlers::PanelContent;
use crate::protocol::extension::{PanelClose, PanelRender};
use crate::protocol::host::PanelKey;
use crate::session::Session;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

type OnKey = Box<dyn Fn(&PanelKey, &Panel) + Send + Sync>;
type OnClose = Box<dyn Fn(&Panel) + Send + Sync>;

/// A panel. [`open_panel`](crate::open_panel) as a command's answer opens it. Clones are the same panel.
#[derive(Clone)]
pub struct Panel(Arc<Inner>);

struct Inner {
    id: String,
    on_key: OnKey,
    on_close: OnClose,
    open: Mutex<bool>,
    session: OnceLock<Arc<Session>>,
}

impl Panel {
    pub(crate) fn new(id: String, on_key: OnKey, on_close: OnClose) -> Self {
        Self(Arc::new(Inner {
            id,
            on_key,
            on_close,
            open: Mutex::new(false),
            session: OnceLock::new(),
        }))
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Whether it is on the screen.
    pub fn is_open(&self) -> bool {
        *self.lock()
    }

    /// Shows something else. Does nothing once the panel is closed: the user may have been faster.
    pub fn render(&self, content: PanelContent) {
        let Some(session) = self.0.session.get() else {
            return;
        };
        let mut frame = PanelRender::new(self.id());
        frame.title = content.title;
        frame.lines = content.lines;
        frame.footer = content.footer;
        // Nothing may be drawn after the close, so what is drawn is in the queue before the lock is given back.
        let open = self.lock();
        if *open {
            session.queue(frame.into());
        }
        drop(open);
        session.throttle();
    }

    /// Takes it off the screen.
    pub fn close(&self) {
        if let Some(session) = self.0.session.get() {
            let mut open = self.lock();
            if std::mem::replace(&mut open, false) {
                session.queue(PanelClose::new(self.id()).into());
            }
        }
    }

    pub(crate) fn attach(&self, session: &Arc<Session>) {
        let _ = self.0.session.set(session.clone());
    }

    /// Announces it before anybody else can draw or close it; it is open where that was written.
    pub(crate) fn open_with(&self, announce: impl FnOnce() -> bool) {
        let mut open = self.lock();
        *open = announce();
    }

    /// The host has closed it; says whether it was open.
    pub(crate) fn closed(&self) -> bool {
        std::mem::replace(&mut self.lock(), false)
    }

    pub(crate) fn key(&self, key: &PanelKey) {
        (self.0.on_key)(key, self);
    }

    pub(crate) fn tell_closed(&self) {
        (self.0.on_close)(self);
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Panel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Panel").field(&self.0.id).finish()
    }
}

//! The session with an editor: messages one by one, and findings when none waits.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gen_lsp_types::{Notification as _, PublishDiagnosticsNotification, PublishDiagnosticsParams, Uri};
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use serde_json::{Value, json};

use crate::capabilities::capabilities;
use crate::document::Sort;
use crate::folder::Folder;
use crate::inbox::Inbox;
use crate::uri::path_of;
use crate::world::World;
use crate::{dispatch, findings, scripts};

/// Answers an editor until it says that it is done.
///
/// # Errors
/// The editor does not keep to the protocol.
pub fn serve(connection: &Connection, folder: &mut dyn Folder) -> Result<(), ProtocolError> {
    serve_watched(connection, folder, &|work| work())
}

/// Who carries out a piece of work, such as one message, and may watch how long that takes.
pub type Watch<'w> = &'w dyn Fn(&mut dyn FnMut());

/// The same, where somebody watches each piece of work.
///
/// # Errors
/// The editor does not keep to the protocol.
pub fn serve_watched(connection: &Connection, folder: &mut dyn Folder, watch: Watch<'_>) -> Result<(), ProtocolError> {
    serve_from(connection, folder, watch, Inbox::default())
}

/// The same, where messages behind the greeting have come already: they are heard before any text is looked at.
///
/// # Errors
/// As [`serve_watched`].
pub fn serve_from(
    connection: &Connection,
    folder: &mut dyn Folder,
    watch: Watch<'_>,
    mut inbox: Inbox,
) -> Result<(), ProtocolError> {
    let (id, asked) = connection.initialize_start()?;
    connection.initialize_finish(id, information())?;
    let mut serving = Serving { connection, world: begun(folder, &asked), leaving: false };
    loop {
        let mut next = inbox.next(connection, !serving.world.has_work());
        if next.is_none() && !serving.world.has_work() {
            return Ok(());
        }
        let mut goes_on = true;
        watch(&mut || goes_on = serving.does(next.take()));
        if !goes_on {
            return Ok(());
        }
    }
}

/// A session that has begun.
struct Serving<'s, 'f> {
    connection: &'s Connection,
    world: World<'f>,
    /// The editor has said that it is about to leave.
    leaving: bool,
}

impl Serving<'_, '_> {
    /// Hears a message, or, if there is none, looks at one text. Whether the session goes on.
    fn does(&mut self, message: Option<Message>) -> bool {
        match message {
            Some(Message::Request(request)) if request.method == "shutdown" => {
                self.leaving = true;
                send(self.connection, Response::new_ok(request.id, Value::Null));
            }
            Some(Message::Request(request)) if self.leaving => {
                let why = "the session is over".to_owned();
                send(self.connection, Response::new_err(request.id, ErrorCode::InvalidRequest as i32, why));
            }
            Some(Message::Request(request)) => answer_to(self.connection, &mut self.world, request),
            Some(Message::Notification(notification)) if notification.method == "exit" => return false,
            Some(Message::Notification(notification)) => note(self.connection, &mut self.world, notification),
            Some(Message::Response(_)) => {}
            None => tell_next(self.connection, &mut self.world),
        }
        true
    }
}

/// What an editor is told at the beginning.
pub fn information() -> Value {
    json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "rulehound", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// What is known when an editor has said what it can do.
pub fn begun<'f>(folder: &'f mut dyn Folder, asked: &Value) -> World<'f> {
    let mut world = World::new(folder, roots(asked));
    if let Some(said) = asked.get("initializationOptions") {
        world.settings.take(said);
    }
    world
}

/// The folders that the editor works in.
fn roots(asked: &Value) -> Vec<String> {
    let folders = asked.get("workspaceFolders").and_then(Value::as_array).into_iter().flatten();
    let mut roots: Vec<&Value> = folders.filter_map(|folder| folder.get("uri")).collect();
    if roots.is_empty() {
        roots.extend(asked.get("rootUri"));
    }
    roots.into_iter().filter_map(Value::as_str).map(|uri| path_of(&Uri(uri.to_owned()))).collect()
}

/// Answers a request. What a command has to say is shown also by editors that do nothing with an answer.
pub fn answer_to(connection: &Connection, world: &mut World<'_>, request: Request) {
    let said = request.method == "workspace/executeCommand" && !world.settings.shows_answers;
    let answer = answer(world, request);
    let text = answer.response_result.as_ref().ok().and_then(Value::as_str).filter(|_| said);
    if let Some(text) = text {
        let params = json!({ "type": 3, "message": text });
        send(connection, Notification::new("window/showMessage".to_owned(), params));
    }
    send(connection, answer);
}

/// A mistake of the server costs one answer, never the session.
fn answer(world: &mut World<'_>, request: Request) -> Response {
    let id = request.id.clone();
    let answered = catch_unwind(AssertUnwindSafe(|| dispatch::answer(world, &request)));
    let answered =
        answered.unwrap_or_else(|_| Err((ErrorCode::InternalError, "this is a mistake of rulehound".to_owned())));
    match answered {
        Ok(value) => Response::new_ok(id, value),
        Err((code, message)) => Response::new_err(id, code as i32, message),
    }
}

/// A mistake here costs that message.
pub fn note(connection: &Connection, world: &mut World<'_>, notification: Notification) {
    let noted = catch_unwind(AssertUnwindSafe(|| dispatch::note(world, notification)));
    if let Ok(Some(closed)) = noted {
        publish(connection, closed, None, Vec::new());
    }
}

/// Looks at one text and tells what was found.
pub fn tell_next(connection: &Connection, world: &mut World<'_>) {
    let Some(name) = world.next() else { return };
    let found = catch_unwind(AssertUnwindSafe(|| match world.document(&name).map(|document| document.sort) {
        Some(Sort::Rules) => {
            // What is known now is offered later, too, where something has become wrong.
            world.lists(&name);
            findings::of_rules(world, &name)
        }
        Some(Sort::Script) => scripts::findings(world, &name),
        None => Vec::new(),
    }));
    if let (Ok(found), Some(document)) = (found, world.document(&name)) {
        publish(connection, document.uri.clone(), Some(document.version), found);
    }
}

fn publish(connection: &Connection, uri: Uri, version: Option<i32>, diagnostics: Vec<gen_lsp_types::Diagnostic>) {
    let params = PublishDiagnosticsParams { uri, version, diagnostics };
    let method = PublishDiagnosticsNotification::METHOD.to_string();
    send(connection, Notification::new(method, params));
}

/// Whether anybody still listens is seen at the next message.
fn send(connection: &Connection, message: impl Into<Message>) {
    let _ = connection.sender.send(message.into());
}

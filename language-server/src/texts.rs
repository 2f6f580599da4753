//! The same session for an editor that is no process of its own: its messages come and go as texts, one message each.

use std::sync::mpsc::Receiver;

use lsp_server::{Connection, Message, ProtocolError};
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::inbox::Inbox;
use crate::server::{Watch, serve_from};

/// Answers until nothing comes any more, or the editor says that it is done. What is no message is passed over. Somebody may watch how long each
/// piece of work takes. All that waits already is heard before any text is looked at: a text that was changed meanwhile is not looked at as it was.
///
/// # Errors
/// The editor does not keep to the protocol.
pub fn serve_texts(
    incoming: Receiver<String>,
    mut say: impl FnMut(String) + Send,
    folder: &mut dyn Folder,
    watch: Watch<'_>,
) -> Result<(), ProtocolError> {
    let (server, Connection { sender, receiver }) = Connection::memory();
    let mut greeting: Vec<Message> = incoming.try_iter().filter_map(|text| read(&text)).collect();
    let greeted = |message: &Message| matches!(message, Message::Notification(one) if one.method == "initialized");
    let waiting = greeting.iter().position(greeted).map_or_else(Vec::new, |last| greeting.split_off(last + 1));
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for message in greeting.into_iter().chain(incoming.iter().filter_map(|text| read(&text))) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        scope.spawn(move || receiver.iter().for_each(|message| say(written(&message))));
        let served = serve_from(&server, folder, watch, Inbox::with(waiting));
        drop(server);
        served
    })
}

fn read(text: &str) -> Option<Message> {
    serde_json::from_str(text).ok()
}

/// As it goes out.
pub fn written(message: &Message) -> String {
    let mut told = serde_json::to_value(message).unwrap_or(Value::Null);
    if let Some(map) = told.as_object_mut() {
        map.insert("jsonrpc".to_owned(), json!("2.0"));
    }
    told.to_string()
}

//! The same session for an editor that is no process of its own: its messages come and go as texts, one message each.

use std::sync::mpsc::Receiver;

use lsp_server::{Connection, Message, ProtocolError};
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::server::{Watch, serve_watched};

/// Answers until nothing comes any more, or the editor says that it is done. What is no message is passed over. Somebody may watch how long each
/// piece of work takes.
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
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for message in incoming.iter().filter_map(|text| serde_json::from_str::<Message>(&text).ok()) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        scope.spawn(move || receiver.iter().for_each(|message| say(written(&message))));
        let served = serve_watched(&server, folder, watch);
        drop(server);
        served
    })
}

/// As it goes out.
pub fn written(message: &Message) -> String {
    let mut told = serde_json::to_value(message).unwrap_or(Value::Null);
    if let Some(map) = told.as_object_mut() {
        map.insert("jsonrpc".to_owned(), json!("2.0"));
    }
    told.to_string()
}

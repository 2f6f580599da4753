//! The same session where nothing may wait: a message goes in, and what there is to say comes out.

use lsp_server::{Connection, Message, Response};
use serde_json::Value;

use crate::folder::Folder;
use crate::server::{answer_to, begun, information, note, tell_next};
use crate::texts::written;
use crate::world::World;

/// A session with an editor that gives its messages one by one.
pub struct Session<'f> {
    folder: Option<&'f mut dyn Folder>,
    world: Option<World<'f>>,
    /// What is said goes in here, and is read from the other end.
    said: (Connection, Connection),
}

impl<'f> Session<'f> {
    /// Before the first message.
    pub fn new(folder: &'f mut dyn Folder) -> Self {
        Self { folder: Some(folder), world: None, said: Connection::memory() }
    }

    /// Takes a message, does what there is to do, and gives what is to be said, in order. What is no message is passed over.
    pub fn hear(&mut self, text: &str) -> Vec<String> {
        if let Ok(message) = serde_json::from_str::<Message>(text) {
            self.take(message);
        }
        if let Some(world) = &mut self.world {
            while world.has_work() {
                tell_next(&self.said.0, world);
            }
        }
        self.said.1.receiver.try_iter().map(|message| written(&message)).collect()
    }

    fn take(&mut self, message: Message) {
        match (message, &mut self.world) {
            (Message::Request(request), None) if request.method == "initialize" => {
                let Some(folder) = self.folder.take() else { return };
                self.world = Some(begun(folder, &request.params));
                self.say(Response::new_ok(request.id, information()));
            }
            (Message::Request(request), _) if request.method == "shutdown" => {
                self.say(Response::new_ok(request.id, Value::Null));
            }
            (Message::Request(request), Some(world)) => {
                answer_to(&self.said.0, world, request);
            }
            (Message::Notification(notification), Some(world)) => note(&self.said.0, world, notification),
            (Message::Request(_) | Message::Notification(_), None) | (Message::Response(_), _) => {}
        }
    }

    fn say(&self, response: Response) {
        // The other end is held here, so somebody listens.
        let _ = self.said.0.sender.send(response.into());
    }
}

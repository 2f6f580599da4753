//! Messages that wait. What was called off is never begun.

use std::collections::VecDeque;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::Value;

/// The messages that came and were not looked at.
#[derive(Debug, Default)]
pub struct Inbox(VecDeque<Message>);

impl Inbox {
    /// With messages that have come already.
    pub fn with(messages: Vec<Message>) -> Self {
        Self(messages.into())
    }

    /// The next message. With `wait` there is none only at the end of the session, else also when none has come.
    pub fn next(&mut self, connection: &Connection, wait: bool) -> Option<Message> {
        while let Ok(message) = connection.receiver.try_recv() {
            self.take(connection, message);
        }
        while wait && self.0.is_empty() {
            let message = connection.receiver.recv().ok()?;
            self.take(connection, message);
        }
        self.0.pop_front()
    }

    fn take(&mut self, connection: &Connection, message: Message) {
        match message {
            Message::Notification(Notification { method, params }) if method == "$/cancelRequest" => {
                let id = called_off(&params);
                let is_it = |one: &Message| matches!(one, Message::Request(Request { id: other, .. }) if Some(other) == id.as_ref());
                let before = self.0.len();
                self.0.retain(|one| !is_it(one));
                if let Some(id) = id.filter(|_| self.0.len() < before) {
                    let code = ErrorCode::RequestCanceled as i32;
                    let answer = Response::new_err(id, code, "called off".to_owned());
                    // Whether anybody still listens is seen at the next message.
                    let _ = connection.sender.send(answer.into());
                }
            }
            message => self.0.push_back(message),
        }
    }
}

fn called_off(params: &Value) -> Option<RequestId> {
    match params.get("id")? {
        Value::Number(number) => i32::try_from(number.as_i64()?).ok().map(RequestId::from),
        Value::String(text) => Some(RequestId::from(text.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn request(id: RequestId) -> Message {
        Request { id, method: "a question".to_owned(), params: Value::Null }.into()
    }

    /// Whoever asks by number and whoever asks by name.
    #[test]
    fn what_is_called_off_before_it_was_begun_is_never_begun() {
        let (server, editor) = Connection::memory();
        let called_off = |id: Value| Notification { method: "$/cancelRequest".to_owned(), params: json!({ "id": id }) };
        for message in [
            request(1.into()),
            request("two".to_owned().into()),
            request(3.into()),
            called_off(json!(1)).into(),
            called_off(json!("two")).into(),
            // Nobody has asked this.
            called_off(json!(4)).into(),
        ] {
            assert!(editor.sender.send(message).is_ok());
        }
        let mut inbox = Inbox::with(Vec::new());
        let begun = inbox.next(&server, true);
        assert!(matches!(&begun, Some(Message::Request(Request { id, .. })) if *id == RequestId::from(3)), "{begun:?}");
        assert!(inbox.next(&server, false).is_none());
        let told: Vec<RequestId> = editor
            .receiver
            .try_iter()
            .filter_map(|message| match message {
                Message::Response(Response { id, response_result: Err(error) }) if error.message == "called off" => {
                    Some(id)
                }
                _ => None,
            })
            .collect();
        assert_eq!(told, [RequestId::from(1), RequestId::from("two".to_owned())]);
    }
}

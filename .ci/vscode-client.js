// The extension's client in a browser, where no program can be started: it reaches one by a socket.
const { BaseLanguageClient } = require("vscode-languageclient/browser");
const { AbstractMessageReader, AbstractMessageWriter } = require("vscode-jsonrpc/browser");

class Reader extends AbstractMessageReader {
  constructor(socket) {
    super();
    this.socket = socket;
  }
  listen(callback) {
    this.socket.onmessage = ({ data }) => callback(JSON.parse(data));
    return { dispose() {} };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(socket) {
    super();
    this.socket = socket;
  }
  async write(message) {
    this.socket.send(JSON.stringify(message));
  }
  end() {}
}

class LanguageClient extends BaseLanguageClient {
  constructor(id, name, _, options) {
    super(id, name, options);
  }
  createMessageTransports() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket("ws://127.0.0.1:SOCKET");
      socket.onerror = reject;
      socket.onopen = () => resolve({ reader: new Reader(socket), writer: new Writer(socket) });
    });
  }
}

module.exports = { LanguageClient };

// Starts `rulehound lsp` and lets it answer. Everything else is in the program.
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const command = workspace.getConfiguration("rulehound").get("path");
  client = new LanguageClient(
    "rulehound",
    "Rulehound",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "rulehound" }, { scheme: "file", pattern: "**/*.{yaml,yml}" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.rules") },
    },
  );
  // The code of a finding leads to what it means, as `rulehound explain` says it.
  context.subscriptions.push(
    workspace.registerTextDocumentContentProvider("rulehound", {
      provideTextDocumentContent: (uri) => client.sendRequest("rulehound/explain", { uri: uri.toString() }),
    }),
  );
  try {
    await client.start();
  } catch {
    window.showErrorMessage(
      `Rulehound: the program "${command}" could not be started. Install it (cargo install --path cli), or say in the setting "rulehound.path" where it is.`,
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };

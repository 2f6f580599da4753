// Starts `rulehound lsp` and lets it answer. Everything else is in the program.
const { ViewColumn, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { followed } = require("./page");
const { listed } = require("./tests");

let client;

// What a command answers is shown in a text of its own; a script that is begun can be saved from there.
async function shown(command, args, next) {
  const answer = await next(command, args);
  if (typeof answer === "string") {
    const language = command === "rulehound.play" ? "yaml" : "plaintext";
    window.showTextDocument(await workspace.openTextDocument({ content: answer, language }), ViewColumn.Beside);
  }
  return answer;
}

async function activate(context) {
  const command = workspace.getConfiguration("rulehound").get("path");
  // Texts of other schemes are copies, such as those of a comparison.
  const scheme = workspace.workspaceFolders?.[0]?.uri.scheme ?? "file";
  client = new LanguageClient(
    "rulehound",
    "Rulehound",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "rulehound" }, { scheme, pattern: "**/*.{yaml,yml}" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{rules,yaml,yml}"), configurationSection: "rulehound" },
      initializationOptions: { inlayHints: workspace.getConfiguration("rulehound").get("inlayHints"), showsAnswers: true },
      middleware: { executeCommand: shown },
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
    return;
  }
  followed(client, context);
  return listed(client, context);
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };

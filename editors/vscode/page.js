// The rule document beside the rules: it follows what is typed; a click in it leads to the line, and the cursor to the paragraph.
const { Range, Selection, TextEditorRevealType, Uri, ViewColumn, commands, window, workspace } = require("vscode");
const { BRIDGE, safe } = require("./bridge");

// So long nothing was typed before the page is written anew, in milliseconds.
const PAUSE = 100;

function followed(client, context) {
  let shown;
  const open = async () => {
    const text = window.activeTextEditor?.document;
    if (text?.languageId !== "rulehound") {
      return window.showInformationMessage("Rulehound: open a file of rules first; its page opens beside it.");
    }
    if (!shown) {
      const panel = window.createWebviewPanel("rulehound.page", "Rules", { viewColumn: ViewColumn.Beside, preserveFocus: true }, { enableScripts: true });
      shown = { panel, files: [] };
      panel.onDidDispose(() => (shown = undefined));
      panel.webview.onDidReceiveMessage(({ at }) => lead(shown?.files ?? [], at));
    }
    shown.uri = text.uri.toString();
    shown.panel.reveal(undefined, true);
    await write();
  };
  const write = async () => {
    if (!shown) return;
    const page = await client.sendRequest("rulehound/page", { uri: shown.uri });
    if (!shown) return;
    const name = Uri.parse(shown.uri).path.split("/").at(-1);
    // While there are mistakes in the rules the page stays as it was.
    shown.panel.title = page ? `Rules: ${name}` : `Rules: ${name} (mistakes; as it was)`;
    if (!page) return;
    shown.files = page.files;
    shown.panel.webview.html = safe(page.html, BRIDGE);
  };
  let waiting;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, PAUSE);
  };
  context.subscriptions.push(
    commands.registerCommand("rulehound.page", open),
    workspace.onDidChangeTextDocument(({ document }) => (shown && document.languageId === "rulehound" ? later() : undefined)),
    window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      const file = shown?.files.indexOf(textEditor.document.uri.toString()) ?? -1;
      if (file >= 0) shown.panel.webview.postMessage({ file, line: selections[0].active.line });
    }),
  );
}

// Opens the line that stands there in the rules.
async function lead(files, at) {
  const [file, line] = String(at).split(":").map(Number);
  if (!files[file]) return;
  const text = await workspace.openTextDocument(Uri.parse(files[file]));
  const editor = await window.showTextDocument(text, ViewColumn.One);
  editor.selection = new Selection(line, 0, line, 0);
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
}

module.exports = { followed };

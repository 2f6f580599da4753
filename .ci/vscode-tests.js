// Runs where extensions run, and looks at what ours does.
const vscode = require("vscode");

const until = async (what, look) => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`in vain: ${what}`);
};

const holds = (what, is) => {
  if (!is) throw new Error(`it is not so: ${what}`);
  console.log(`ok: ${what}`);
};

async function run() {
  const { workspace, window, commands, extensions, languages } = vscode;
  const root = workspace.workspaceFolders[0].uri;
  const rules = vscode.Uri.joinPath(root, "nine.rules");
  const text = await workspace.openTextDocument(rules);
  const editor = await window.showTextDocument(text);
  holds("a file of rules is known by its name", text.languageId === "rulehound");
  const beside = await until("the extension starts", () => extensions.getExtension("rulehound.rulehound").activate());

  const finding = (await until("a mistake is found", () => languages.getDiagnostics(rules).find((one) => one.severity === 0 && one)));
  holds(`a mistake is underlined: ${finding.message}`, text.getText(finding.range) === "==");
  const fixes = await commands.executeCommand("vscode.executeCodeActionProvider", rules, finding.range);
  await workspace.applyEdit(fixes.find((one) => one.edit).edit);
  await until("it is gone", () => languages.getDiagnostics(rules).every((one) => one.severity !== 0));
  holds("its correction mends it", !text.getText().includes("=="));

  const place = text.positionAt(text.getText().indexOf("total of"));
  const hover = await commands.executeCommand("vscode.executeHoverProvider", rules, place);
  holds("a name is explained", hover.some((one) => one.contents.some((part) => part.value.includes("How far you have come"))));
  const symbols = await commands.executeCommand("vscode.executeDocumentSymbolProvider", rules);
  holds("there is an outline", symbols.some((one) => one.name === "play"));

  await text.save();
  await until("scripts are listed", () => beside.scripts.items.size > 0);
  const items = [...beside.scripts.items].flatMap(([, game]) => [...game.children].map(([, item]) => item));
  holds("scripts stand in the list of tests", items.map((item) => item.label).sort().join() === "Ann is first,This does not hold");
  const told = await beside.play(new vscode.TestRunRequest(), new vscode.CancellationTokenSource().token, true);
  holds("one holds and one does not", told.passed === 1 && told.failed === 1);
  const [file] = told.files;
  holds("what of the rules they came through is counted", file.uri.path.endsWith("/nine.rules") && file.statementCoverage.covered > 0);
  holds("what nothing came through is, too", file.declarationCoverage.covered === 1 && file.declarationCoverage.total === 2);

  await commands.executeCommand("rulehound.page");
  const tab = await until("the page opens", () => window.tabGroups.all.flatMap((group) => group.tabs).find((one) => one.label.startsWith("Rules: nine.rules")));
  holds("the page stands beside the rules", tab.group.viewColumn === 2 && !tab.label.includes("mistakes"));
  await window.showTextDocument(text, vscode.ViewColumn.One);
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "} "));
  await until("the page says that there are mistakes", () => window.tabGroups.all.flatMap((group) => group.tabs).some((one) => one.label === "Rules: nine.rules (mistakes; as it was)"));
  holds("with a mistake the page stays as it was, and says so", true);
}

module.exports = { run };

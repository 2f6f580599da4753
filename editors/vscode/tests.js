// Scripted games in the list of tests: whether each holds, and what of the rules they come through.
const {
  BranchCoverage,
  DeclarationCoverage,
  FileCoverage,
  Location,
  Range,
  StatementCoverage,
  TestMessage,
  TestRunProfileKind,
  Uri,
  tests,
  workspace,
} = require("vscode");

const NAMES = { requirement: "refused something", ifNone: "was needed", option: "was taken", ending: "ended a game" };

const range = ({ start, end }) => new Range(start.line, start.character, end.line, end.character);

// The list, and two ways to run it. Gives the list and what plays some of it, for other extensions.
function listed(client, context) {
  const controller = tests.createTestController("rulehound", "Scripted games");
  const details = new WeakMap();
  const run = async (request, token, counted) => {
    const played = controller.createTestRun(request);
    const chosen = request.include ?? [...controller.items].map(([, item]) => item);
    const scripts = chosen.flatMap(alone).filter((item) => !request.exclude?.includes(item));
    scripts.forEach((item) => played.enqueued(item));
    const told = { passed: 0, failed: 0, files: [] };
    for (const item of scripts) {
      if (token.isCancellationRequested) break;
      told[(await tried(client, played, item)) ? "passed" : "failed"] += 1;
    }
    if (counted && !token.isCancellationRequested) {
      const files = await client.sendRequest("rulehound/coverage", { uris: scripts.map((item) => item.id) });
      for (const { uri, points } of files) {
        const met = covered(points);
        const file = FileCoverage.fromDetails(Uri.parse(uri), met);
        details.set(file, met);
        played.addCoverage(file);
        told.files.push(file);
      }
    }
    played.end();
    return told;
  };
  controller.createRunProfile("Play", TestRunProfileKind.Run, (request, token) => run(request, token, false), true);
  const counting = controller.createRunProfile("Play, and mark what of the rules was met", TestRunProfileKind.Coverage, (request, token) => run(request, token, true), true);
  counting.loadDetailedCoverage = async (_, file) => details.get(file) ?? [];
  const refresh = async () => controller.items.replace(games(controller, await client.sendRequest("rulehound/scripts", {})));
  controller.refreshHandler = refresh;
  context.subscriptions.push(
    controller,
    workspace.onDidSaveTextDocument(({ fileName }) => (/\.(rules|ya?ml)$/.test(fileName) ? refresh() : undefined)),
  );
  refresh();
  return { scripts: controller, play: run };
}

// A game with its scripts.
function games(controller, scripts) {
  const found = new Map();
  for (const { uri, title, game, line } of scripts) {
    const name = game ?? "cannot be read";
    if (!found.has(name)) found.set(name, controller.createTestItem(`game ${name}`, name));
    const item = controller.createTestItem(uri, title, Uri.parse(uri));
    item.range = new Range(line, 0, line, 0);
    found.get(name).children.add(item);
  }
  return [...found.values()];
}

const alone = (item) => (item.children.size === 0 ? [item] : [...item.children].map(([, child]) => child));

// Whether a script holds.
async function tried(client, played, item) {
  played.started(item);
  const began = Date.now();
  try {
    const { passed, findings } = await client.sendRequest("rulehound/test", { uri: item.id });
    const took = Date.now() - began;
    if (passed) {
      played.passed(item, took);
      return true;
    }
    const told = findings.map((finding) => {
      const message = new TestMessage(finding.message);
      message.location = new Location(item.uri, range(finding.range));
      return message;
    });
    played.failed(item, told, took);
  } catch (why) {
    played.errored(item, new TestMessage(String(why.message ?? why)));
  }
  return false;
}

// Points of a file as the editor counts them: rules, statements, and what stands in these.
function covered(points) {
  const rules = points.filter(({ kind }) => kind === "rule");
  const statements = points.filter(({ kind }) => kind === "statement").map((point) => new StatementCoverage(point.times, range(point.range)));
  for (const point of points.filter(({ kind }) => NAMES[kind])) {
    const place = range(point.range);
    const around = statements.filter((one) => one.location.contains(place)).at(-1);
    around?.branches.push(new BranchCoverage(point.times, place, NAMES[point.kind]));
  }
  return [...rules.map((point) => new DeclarationCoverage(point.rule, point.times, range(point.range))), ...statements];
}

module.exports = { listed };

// The editor of the studio: CodeMirror with what the language server knows. Bundled by build.mjs into page/editor.js.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { LSPClient, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, serverCompletion, serverDiagnostics } from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Rules are coloured by their words alone, so that a broken text keeps its colours.
function rules(words) {
  const known = new Set(words);
  return StreamLanguage.define({
    name: "rules",
    startState: () => ({ quoted: false }),
    token(stream, state) {
      if (state.quoted) {
        while (!stream.eol()) {
          const sign = stream.next();
          if (sign === "\\") stream.next();
          else if (sign === '"') {
            state.quoted = false;
            break;
          }
        }
        return "string";
      }
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      // Prose above a declaration.
      if (!stream.string.slice(0, stream.pos).trim() && stream.match(/^\|(?:[ \t].*|$)/)) return "docString";
      if (stream.eat('"')) {
        state.quoted = true;
        return "string";
      }
      if (stream.match(/^\d+/)) return "number";
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (word) return known.has(word[0]) ? "keyword" : /^[A-Z]/.test(word[0]) ? "typeName" : "variableName";
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "{", '"'] } },
  });
}

const scripts = StreamLanguage.define({
  name: "yaml",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return "string";
    if (stream.match(/^[^\s#:,[\]{}"'-][^#:,[\]{}"']*(?=:)/)) return "keyword";
    if (stream.match(/^-?\d+(?![\w])/)) return "number";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

// The colours stand in studio.css, for light and dark.
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, class: "tok-keyword" },
    { tag: tags.string, class: "tok-string" },
    { tag: tags.comment, class: "tok-comment" },
    { tag: tags.docString, class: "tok-prose" },
    { tag: tags.number, class: "tok-number" },
    { tag: tags.typeName, class: "tok-type" },
  ]),
);

// What is known of all texts: `send` takes messages for the language server, `hear` gives its own back.
export function knowledge(send) {
  let handlers = [];
  const transport = {
    send,
    subscribe: (handler) => handlers.push(handler),
    unsubscribe: (handler) => (handlers = handlers.filter((one) => one !== handler)),
  };
  const client = new LSPClient({
    rootUri: "file:///",
    timeout: 10_000,
    extensions: [serverDiagnostics(), serverCompletion(), hoverTooltips(), keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap])],
  });
  return {
    client,
    begin: () => client.connect(transport),
    end: () => client.disconnect(),
    hear: (text) => handlers.forEach((handler) => handler(text)),
  };
}

// An editor of one text. `changed` is called whenever it is changed.
export function editor({ parent, name, text, words, known, changed, nonce, label }) {
  const isRules = name.endsWith(".rules");
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        EditorState.tabSize.of(2),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        lintGutter(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        isRules ? rules(words) : scripts,
        colours,
        // Escape and Tab leave the editor, as a keyboard user expects.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        known.client.plugin(`file:///${encodeURIComponent(name)}`, isRules ? "rulehound" : "yaml"),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (now) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } }),
    // Puts a line, counted from 1, before the reader.
    go(line) {
      const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

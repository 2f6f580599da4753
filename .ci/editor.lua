-- Opens rules as somebody would, and looks that the editor shows what the server says.
local function fail(what)
  io.stderr:write("Neovim: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, holds)
  if not vim.wait(30000, holds, 20) then
    fail(what .. " did not come")
  end
end

local ok, why = pcall(function()
  local folder = vim.env.FOLDER
  vim.cmd("edit " .. folder .. "/a.rules")
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = "rulehound", cmd = { vim.env.PROGRAM, "lsp" }, root_dir = folder })
  vim.lsp.buf_attach_client(buffer, client)

  local function ask(method, more)
    local uri = vim.uri_from_bufnr(buffer)
    local params = vim.tbl_extend("force", { textDocument = { uri = uri } }, more)
    for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, params, 30000) or {}) do
      return answer.result
    end
  end

  wait("the finding", function()
    local found = vim.diagnostic.get(buffer)
    return #found == 1 and found[1].lnum == 10 and found[1].message:find("==", 1, true)
  end)

  local name = ask("textDocument/hover", { position = { line = 9, character = 11 } })
  if not name or not name.contents.value:find("How far you have come.", 1, true) then
    fail("it is not told what `total` is: " .. vim.inspect(name))
  end
  local word = ask("textDocument/hover", { position = { line = 8, character = 6 } })
  if not word or not word.contents.value:find("A decision", 1, true) then
    fail("it is not told what `choose` does: " .. vim.inspect(word))
  end

  local found = vim.diagnostic.get(buffer)[1]
  local range = {
    start = { line = found.lnum, character = found.col },
    ["end"] = { line = found.end_lnum, character = found.end_col },
  }
  local actions = ask("textDocument/codeAction", { range = range, context = { diagnostics = {} } })
  if not actions or not actions[1] then
    fail("no correction is offered")
  end
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  local line = vim.api.nvim_buf_get_lines(buffer, 10, 11, true)[1]
  if line ~= "    if p.total = 9 { win p }" then
    fail("the correction makes of it: " .. line)
  end
  wait("that nothing is wrong any more", function()
    return #vim.diagnostic.get(buffer) == 0
  end)
end)
if not ok then
  fail(tostring(why))
end
io.stdout:write("Neovim shows a finding, tells what a name and a word are, and corrects what is wrong\n")
vim.cmd("qall!")

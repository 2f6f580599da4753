-- Neovim 0.8 or newer: put this file into `plugin/` of the folder of your settings.
vim.filetype.add({ extension = { rules = "rulehound" } })

vim.api.nvim_create_autocmd("FileType", {
  -- Scripts are YAML; other YAML is left alone.
  pattern = { "rulehound", "yaml" },
  callback = function(opened)
    if opened.match == "rulehound" then
      vim.bo[opened.buf].commentstring = "# %s"
      vim.bo[opened.buf].shiftwidth = 2
      vim.bo[opened.buf].expandtab = true
    end
    vim.lsp.start({
      name = "rulehound",
      cmd = { "rulehound", "lsp" },
      root_dir = vim.fs.dirname(vim.api.nvim_buf_get_name(opened.buf)),
    })
  end,
})

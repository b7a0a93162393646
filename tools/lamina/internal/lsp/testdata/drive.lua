local answers = {}
local function ask(method, params)
  for _, reply in pairs(vim.lsp.buf_request_sync(0, method, params, 20000) or {}) do
    if reply.result then return reply.result end
  end
end
local function to(line, column) vim.api.nvim_win_set_cursor(0, { line, column }) end
local function await(what, ready)
  if not vim.wait(30000, ready, 50) then answers.late = what end
end
local function here() return vim.lsp.util.make_position_params(0, "utf-16") end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n" end

vim.cmd("edit bad.fut")
await("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
answers.diagnostics = vim.tbl_map(function(d) return { d.lnum, d.col, d.end_col, d.message } end, vim.diagnostic.get(0))
to(1, 22)
vim.api.nvim_buf_set_lines(0, 0, 1, false, { "entry main (x: i64) = x + 1" })
await("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)

vim.cmd("edit! main.fut")
await("a server for main.fut", function() return #vim.lsp.get_active_clients({ bufnr = 0 }) > 0 end)
to(6, 16)
answers.hover = ask("textDocument/hover", here()).contents.value
local list = ask("textDocument/completion", here())
answers.completion = vim.tbl_map(function(i) return i.word end, vim.lsp.util.text_document_completion_list_to_complete_items(list, "tw"))
answers.hints = vim.tbl_map(function(h) return type(h.label) == "string" and h.label or h.label[1].value end,
  ask("textDocument/inlayHint", { textDocument = vim.lsp.util.make_text_document_params(), range = { start = { line = 0, character = 0 }, ["end"] = { line = 7, character = 0 } } }) or {})
vim.lsp.buf.definition()
await("the definition", function() return vim.fn.expand("%:t") == "lib.fut" end)
answers.definition = { vim.fn.expand("%:t"), vim.fn.line("."), vim.fn.col(".") }
vim.cmd("edit main.fut")
to(6, 16)
vim.lsp.buf.rename("double")
await("the new name", function() return text():find("double 3") end)
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 20000 }) else vim.lsp.buf.formatting_sync(nil, 20000) end
answers.main = text()
answers.lib = table.concat(vim.fn.getbufline("lib.fut", 1, "$"), "\n")
vim.fn.writefile({ vim.json and vim.json.encode(answers) or vim.fn.json_encode(answers) }, "answers.json")
vim.cmd("qall!")

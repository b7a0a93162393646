// Starts `lamina lsp` for documents in Futhark's language.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function newClient() {
  const command = vscode.workspace.getConfiguration("lamina").get("path", "lamina");
  return new LanguageClient(
    "lamina",
    "Lamina",
    { command, args: ["lsp"], transport: TransportKind.stdio },
    {
      documentSelector: [{ language: "futhark" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.fut") },
    },
  );
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("lamina.restart", async () => {
      await client.stop();
      client = newClient();
      await client.start();
    }),
  );
  client = newClient();
  await client.start();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };

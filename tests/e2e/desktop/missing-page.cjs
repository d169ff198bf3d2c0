/**
 * Runs before the app (`-r`): the main window's page cannot be read until the user presses "Try again" in a
 * dialog. The questions are in `globalThis.questions`.
 */
const fs = require('node:fs/promises');
const { syncBuiltinESMExports } = require('node:module');
const { app } = require('electron');

let missing = true;
const { readFile } = fs;
fs.readFile = (file, ...rest) =>
  missing && String(file).endsWith('index.html')
    ? Promise.reject(new Error(`ENOENT: no such file, ${file}`))
    : readFile(file, ...rest);
syncBuiltinESMExports();

globalThis.questions = [];
void app.whenReady().then(() => {
  const { dialog } = require('electron');
  dialog.showMessageBox = async (_window, { message, buttons }) => {
    globalThis.questions.push(message);
    missing = false;
    return { response: buttons.indexOf('Try again'), checkboxChecked: false };
  };
});

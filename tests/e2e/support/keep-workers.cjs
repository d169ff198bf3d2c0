/** Runs before the app's main script, and stores every thread that it starts in `keptWorkers`. */
const threads = require('node:worker_threads');
const { syncBuiltinESMExports } = require('node:module');

globalThis.keptWorkers = [];
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, options);
    globalThis.keptWorkers.push({ file: String(file), worker: this });
  }
};
syncBuiltinESMExports();

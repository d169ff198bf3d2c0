/**
 * Loaded before the app's own code in each of its threads (`NODE_OPTIONS=--require=…`): every commit takes so
 * many milliseconds longer as `HOLD_COMMITS_MS` says, as on a disk that is slow or busy.
 */
const { isMainThread } = require('node:worker_threads');
const Database = isMainThread ? null : require('better-sqlite3');

const ms = Number(process.env['HOLD_COMMITS_MS'] ?? 0);
const nobody = new Int32Array(new SharedArrayBuffer(4));

if (Database !== null && ms > 0) {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its own `this`.
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function prepareHeldUp(sql) {
    const statement = prepare.call(this, sql);
    if (sql !== 'COMMIT') return statement;
    return {
      run() {
        Atomics.wait(nobody, 0, 0, ms);
        return statement.run();
      },
    };
  };
}

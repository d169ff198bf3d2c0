/**
 * The single-instance lock: each user-data folder has one socket, and the process that listens on it has the
 * lock. On Linux it is an abstract socket, which the system removes when the process ends or crashes.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** What a second instance sends to the first. */
export interface SecondInstance {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
  /**
   * Electron passes it on as a switch, which the first instance removes before the app sees the arguments.
   */
  readonly activationToken?: string | undefined;
}

/**
 * `boot.ts` later sets `process.execPath` to the path of the stand-in, as Electron has its own path there.
 */
const NODE = process.execPath;

/**
 * Sends the message in a separate process, because `requestSingleInstanceLock` is synchronous and Node's
 * sockets are not.
 */
const MESSENGER = `
const [name, text] = process.argv.slice(1);
const socket = require('node:net').connect(name.replace('@', '\\0'), () => socket.end(text));
socket.on('error', () => process.exit(1)).on('close', () => process.exit(0)).resume();
`;

function lockName(userData: string): string {
  const id = createHash('sha256').update(userData).digest('hex').slice(0, 32);
  if (process.platform === 'linux') return `@inkling-stand-in-${id}`;
  return path.join(os.tmpdir(), `stand-in-${id}.sock`);
}

function listen(name: string, onSecond: (second: SecondInstance) => void): Server | undefined {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (text += part));
    socket.on('end', () => {
      socket.end();
      if (text !== '') onSecond(JSON.parse(text) as SecondInstance);
    });
    socket.on('error', () => undefined);
  });
  server.on('error', () => undefined);
  // Node binds the socket before `listen` returns. If the name is in use, the server is not listening then.
  server.listen(name.replace('@', '\0'));
  server.unref();
  return server.listening ? server : undefined;
}

/** Takes the lock. If another instance has it, sends the message to that one and returns undefined. */
export function takeLock(
  userData: string,
  message: SecondInstance,
  onSecond: (second: SecondInstance) => void,
): Server | undefined {
  const name = lockName(userData);
  const server = listen(name, onSecond);
  if (server) return server;
  const messenger = spawnSync(NODE, ['-e', MESSENGER, name, JSON.stringify(message)], {
    stdio: 'ignore',
  });
  if (messenger.status === 0) return undefined;
  // No instance answered. On systems other than Linux the socket is a file, which stays after a crash.
  if (process.platform !== 'linux') rmSync(name, { force: true });
  return listen(name, onSecond);
}

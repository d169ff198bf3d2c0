/** Runs a program as a user in a terminal does, with its output and the way it ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { at } from '#tools/commands/lib/paths.mjs';

export interface Run {
  readonly child: ChildProcess;
  /** The output of both streams so far. */
  output(): string;
  /** Resolves once the output matches; rejects if the program ends before. */
  prints(pattern: RegExp): Promise<void>;
  /** Resolves with the exit code, or the signal's name, once all output has arrived. */
  readonly ended: Promise<number | string>;
}

/** @param env replaces variables of the test's own environment; undefined removes one. */
export function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
  const child = spawn(file, args, {
    cwd: at(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown',
  );
  return {
    child,
    output: () => output,
    ended,
    async prints(pattern) {
      const gone = ended.then((how) => {
        throw new Error(`The program ended (${how}) without printing ${String(pattern)}:\n${output}`);
      });
      // The rejection must not count as unhandled once no caller waits for it.
      gone.catch(() => undefined);
      while (!pattern.test(output)) {
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), gone]);
      }
    },
  };
}

/** Runs one of the project's commands, such as `start`. */
export function runCommand(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Run {
  return run(process.execPath, [at(`tools/commands/${name}.mjs`), ...args], env);
}

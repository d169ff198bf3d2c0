import { expect, test } from 'vitest';
import { readArguments, UsageError } from '../arguments.ts';

test.each([
  [[], { port: undefined, dataFolder: undefined }],
  [['--port', '4000'], { port: 4000, dataFolder: undefined }],
  [['--data=/tmp/x', '--port=0'], { port: 0, dataFolder: '/tmp/x' }],
])('the local cloud understands the arguments %j', (args, options) => {
  expect(readArguments(args)).toEqual(options);
});

test.each([
  [['--port', 'many'], '--port must be a number from 0 to 65535, not "many".'],
  [['--port', '70000'], '--port must be a number from 0 to 65535, not "70000".'],
  [['--port', ''], '--port must be a number from 0 to 65535, not "".'],
  [['--data', ''], '--data must name a folder.'],
  [['--wrong'], "Unknown option '--wrong'."],
  [['extra'], "Unexpected argument 'extra'."],
])('the local cloud refuses the arguments %j in one line', (args, sentence) => {
  const error = new UsageError(`${sentence} Usage: npm run cloud -- [--port N] [--data DIR]`);
  expect(() => readArguments(args)).toThrow(error);
});

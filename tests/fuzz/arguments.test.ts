import { expect, test } from 'vitest';
import { readArguments, UsageError } from './arguments.ts';
import { fuzz } from './run-fuzz.ts';

test.each([
  [['--seeds', '10'], { seeds: 10, first: 1, real: false, moments: false, minutes: Infinity }],
  [
    ['--seeds', '10', '--seed', '7', '--real'],
    { seeds: 10, first: 7, real: true, moments: false, minutes: Infinity },
  ],
  [
    ['--seed', '7', '--minutes', '3', '--moments'],
    { seeds: 1, first: 7, real: false, moments: true, minutes: 3 },
  ],
])('the fuzzer understands the arguments %j', (args, options) => {
  expect(readArguments(args)).toEqual(options);
});

test.each([
  [[], /^How many seeds\? Usage: /],
  [['--seeds', '0'], /^--seeds must be a whole number from 1 on, not "0"\. Usage: /],
  [['--seeds', 'many'], /not "many"/],
  [['--seeds', '2', '--minutes', '0'], /^--minutes must be a whole number from 1 on, not "0"/],
  [['--seeds', '2', '--seed', '2147483647'], /^The last seed would be above 2147483647\./],
  [['--seeds', '2', '--real', '--moments'], /^Either --real or --moments\. Usage: /],
  [['--sees', '2'], /^Unknown option '--sees'\. Usage: /],
  [['--seeds', '2', 'extra'], /Usage: /],
])('the fuzzer refuses the arguments %j with a message', (args, message) => {
  expect(() => readArguments(args)).toThrow(UsageError);
  expect(() => readArguments(args)).toThrow(message);
});

test('the fuzz command ends with 0 if no seed failed, and with 1 if its arguments are wrong', async () => {
  expect(await fuzz(['--seeds', '2'])).toBe(0);
  expect(await fuzz(['--seeds'])).toBe(1);
});

import { expect, test } from 'vitest';
import { manyRealisticNotes } from './realistic-notes.ts';

const notes = manyRealisticNotes(3_000);
const bytes = notes.map(({ title, text }) => Buffer.byteLength(title) + Buffer.byteLength(text));

test('a seed always gives the same realistic notes, and a shorter run is the beginning of a longer one', () => {
  expect(manyRealisticNotes(20)).toEqual(notes.slice(0, 20));
  expect(manyRealisticNotes(20, 2)).not.toEqual(notes.slice(0, 20));
});

test('realistic notes are from a word to 50 kB long', () => {
  expect(Math.min(...bytes)).toBeLessThan(10);
  expect(Math.max(...bytes)).toBeGreaterThan(30_000);
  expect(Math.max(...bytes)).toBeLessThan(51_000);
});

test('realistic notes have unique ids and times, and well-formed text', () => {
  expect(new Set(notes.map(({ id }) => id)).size).toBe(notes.length);
  expect(new Set(notes.map(({ createdAt }) => createdAt)).size).toBe(notes.length);
  expect(notes.every(({ title, text }) => text !== '' && (title + text).isWellFormed())).toBe(true);
});

test('frequent words are in many realistic notes and other words in few', () => {
  const having = (word: string): number =>
    notes.filter(({ text }) => ` ${text} `.includes(` ${word} `)).length;
  expect(having('the')).toBeGreaterThan(notes.length / 4);
  expect(having('train')).toBeGreaterThan(0);
  expect(having('train')).toBeLessThan(having('the') / 3);
});

test('realistic notes use several scripts', () => {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Han}/u, /\p{Script=Arabic}/u];
  for (const script of scripts) expect(notes.some(({ text }) => script.test(text))).toBe(true);
});

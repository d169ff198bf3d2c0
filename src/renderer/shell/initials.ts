/** One or two letters in place of a user's picture. */
export function initials(name: string, email: string): string {
  const words = name.split(/\s+/u).filter((word) => /\p{L}|\p{N}/u.test(word));
  const first = words.at(0);
  if (first === undefined) return firstLetter(email);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return firstLetter(first) + (last === undefined ? '' : firstLetter(last));
}

function firstLetter(text: string): string {
  const letter = /\p{L}\p{M}*|\p{N}/u.exec(text);
  return letter === null ? '?' : letter[0].toUpperCase();
}

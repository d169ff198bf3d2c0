/**
 * What kind of error something is, for logs: the class and the code of it and of its causes, such as
 * `TypeError, caused by Error ECONNRESET`. Neither can hold a secret: a class is named in the code, and a code is
 * only taken in the form that Node and libraries give theirs. Messages are never used, they quote what went wrong.
 */
const CODE = /^E[A-Z0-9_]{1,60}$/;
const MAX_CAUSES = 4;

export function kindOf(error: unknown): string {
  const kinds: string[] = [];
  for (let each = error; each !== undefined && each !== null && kinds.length < MAX_CAUSES;) {
    kinds.push(kindOfOne(each));
    each = each instanceof Error ? each.cause : undefined;
  }
  return kinds.length === 0 ? 'nothing' : kinds.join(', caused by ');
}

function kindOfOne(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' && CODE.test(error.code) ? error.code : '';
  return `${error.constructor.name} ${code}`.trim();
}

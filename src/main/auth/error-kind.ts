/**
 * An error as it may be logged: its class and code and those of its causes, such as `TypeError, caused by Error ECONNRESET`. Neither can
 * hold a secret: classes are named in source code, and a code counts only in the form that Node and libraries use. Messages are never
 * used, because they may quote anything.
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

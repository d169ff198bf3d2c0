/**
 * The languages of a system among those that can be checked: each as it is (`en-GB`), or else its language without
 * the region (`de-AT` as `de`), or else the language in its first region that there is.
 */
export function systemLanguages(preferred: readonly string[], available: readonly string[]): string[] {
  const found = preferred.flatMap((language) => match(language, available) ?? []);
  return [...new Set(found)];
}

function match(language: string, available: readonly string[]): string | undefined {
  const [base = ''] = language.split('-');
  return (
    available.find((one) => one === language) ??
    available.find((one) => one === base) ??
    available.find((one) => one.split('-')[0] === base)
  );
}

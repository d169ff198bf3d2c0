/** A desktop entry; the program's path is quoted by the Desktop Entry Specification. */
export function autostartEntry(program: string, args: readonly string[]): string {
  const quoted = `"${program
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Inkling',
    `Exec=${[quoted, ...args].join(' ')}`,
    'Terminal=false',
    '',
  ].join('\n');
}

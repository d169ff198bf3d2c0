import { breaking, type Mutation } from '../mutation.ts';

export const OF_PACKAGES: readonly Mutation[] = [
  breaking(
    'C74',
    'tools/commands/lib/audit.mjs',
    "severity === 'critical' || shipped.has(name)",
    "severity === 'critical'",
  ),
  breaking(
    'C74',
    'tools/commands/lib/audit.mjs',
    'vulnerabilities === undefined ? null :',
    'vulnerabilities === undefined ? [] :',
  ),
  breaking(
    'C75',
    'package-lock.json',
    '  "packages": {\n',
    '  "packages": {\n    "node_modules/unpinned": { "version": "1.0.0", "resolved": "https://example.org/unpinned-1.0.0.tgz" },\n',
  ),
  breaking(
    'C76',
    'electron-builder.yml',
    '  - out/preload/index.cjs\n',
    '  - out/preload/index.cjs\n  - README.md\n',
  ),
  breaking(
    'C77',
    'src/build/licences.ts',
    'new Map(all.map((one) => [`${one.name} ${one.version}`, one]))',
    "new Map(all.map((one) => [`${one.name} ${one.version}`, { ...one, identifier: '' }]))",
  ),
  breaking('C93', 'package.json', '"electron": "', '"electron": "^'),
];

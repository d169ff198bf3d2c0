/** The allowed files of a package, each with the reason. No other file may be in it. */

export interface Rule {
  readonly files: RegExp;
  readonly reason: string;
}

/** @param binary name of the native binary of this system and processor */
export function allowedFiles(binary: string): readonly Rule[] {
  return [
    { files: /^package\.json$/, reason: 'Electron reads name, version and main script from it' },
    { files: /^out\/main\/[\w-]+\.js$/, reason: 'the main process and its threads' },
    {
      files: /^out\/main\/chunks\/[\w-]+\.js$/,
      reason: 'what the main process loads late or shares with a thread',
    },
    { files: /^out\/preload\/index\.cjs$/, reason: 'the bridge' },
    { files: /^out\/renderer\/(index|quick-note)\.html$/, reason: 'the pages' },
    { files: /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2)$/, reason: 'their code, styles and fonts' },
    { files: /^out\/renderer\/licences\.json$/, reason: 'the licences that the about dialog shows' },
    { files: /^resources\/icons\/256x256\.png$/, reason: 'the windows’ icon on Linux' },
    { files: /^resources\/tray\/[\w@.-]+\.png$/, reason: 'the tray’s icons' },
    {
      files: new RegExp(`^node_modules/better-sqlite3/prebuilds/${binary}\\.node$`),
      reason: 'SQLite for this system and no other',
    },
    {
      files: /^node_modules\/better-sqlite3\/(package\.json|lib\/.+\.js)$/,
      reason: 'SQLite’s code, which finds its binary from its own place',
    },
    { files: /^node_modules\/better-sqlite3\/LICENSE$/, reason: 'its licence asks to come along' },
  ];
}

/** The preferences of all pages, which allow as little as possible (Electron's security checklist). */
import path from 'node:path';
import type { WebPreferences } from 'electron';
import { PAGE_PARTITION } from '../system/page-session.ts';

/** @param built folder of the built app, `out` */
export function pagePreferences(built: string): WebPreferences {
  return {
    preload: path.join(built, 'preload', 'index.cjs'),
    partition: PAGE_PARTITION,
    // Set for each page, because tests, containers and older AppImages start with `--no-sandbox`.
    // `app.enableSandbox()` would undo that switch after Chromium has prepared its processes without a
    // sandbox, and every page would stay empty.
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: true,
  };
}

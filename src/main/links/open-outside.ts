/** Opens addresses, files and folders with the system's programs. */
import { mkdir } from 'node:fs/promises';
import { shell } from 'electron';
import { AppError } from '#shared/base/error.ts';
import { MAX_ADDRESS } from '#shared/ipc/link.ts';

/**
 * One address only, because a link could also name more recipients, files to attach, or the text of the message.
 * Some mail programs decode twice, hence no `%`.
 */
const ONE_MAIL_ADDRESS = /^[^\s\p{C},;:?&#/@%<>()"\\]+@[^\s\p{C},;:?&#/@%<>()"\\]+$/u;

/**
 * Parses an address that may be opened.
 * @throws AppError `invalid-argument` for anything but `http:`, `https:` and `mailto:` with one address, and
 *   for addresses that are too long
 */
export function linkOf(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !isAllowed(url)) throw new AppError('invalid-argument', 'address-kind');
  if (url.href.length > MAX_ADDRESS) throw new AppError('invalid-argument', 'address-too-long');
  return url;
}

/**
 * A mail address counts as its program reads it, which decodes it first (RFC 6068 §2), and may take wide signs for
 * those of ASCII.
 */
function isAllowed({ protocol, href }: URL): boolean {
  if (protocol !== 'mailto:') return ['http:', 'https:'].includes(protocol);
  try {
    return ONE_MAIL_ADDRESS.test(decodeURIComponent(href.slice(protocol.length)).normalize('NFKC'));
  } catch {
    return false;
  }
}

/** @throws AppError like `linkOf` */
export async function openLink(address: string): Promise<void> {
  await shell.openExternal(linkOf(address).href);
}

export function revealFile(file: string): void {
  shell.showItemInFolder(file);
}

/**
 * Opens a folder of the app in the system's file manager, and creates it if it is missing. Does not wait for
 * the file manager, because on Linux Electron's `openPath` never settles.
 * @param onProblem called with an error if the system cannot open the folder
 */
export async function openFolder(folder: string, onProblem: (error: unknown) => void): Promise<void> {
  await mkdir(folder, { recursive: true });
  shell.openPath(folder).then((problem) => {
    if (problem !== '') onProblem(new AppError('internal', 'not-opened-by-system'));
  }, onProblem);
}

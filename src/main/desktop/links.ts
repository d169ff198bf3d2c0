/** Opens addresses outside the app, and only those that belong in a web browser. */
import { shell } from 'electron';
import { AppError } from '#shared/error.ts';

/** @throws AppError `invalid-argument` for anything but `http:` and `https:` */
export async function openLink(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new AppError('invalid-argument', 'Only web addresses can be opened.');
  }
  await shell.openExternal(url.href);
}

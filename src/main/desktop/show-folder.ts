import { mkdir } from 'node:fs/promises';
import { shell } from 'electron';

/** Opens a folder of the app's own in the system's file manager. */
export async function showFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const problem = await shell.openPath(folder);
  if (problem !== '') throw new Error(problem);
}

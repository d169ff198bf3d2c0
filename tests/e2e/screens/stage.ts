/** One running app with a cloud of its own, whose screens are shown one after the other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { launch, type RunningApp } from '../support/fixtures.ts';
import type { SampleNote } from './sample-notes.ts';

export interface Stage {
  readonly app: RunningApp;
  readonly page: Page;
  readonly cloud: Cloud;
  /** Writes the notes into the user's cloud, as another device would; the first note is the newest. */
  write(uid: string, notes: readonly SampleNote[], prefix: string): void;
  /** Deletes for ever the first `count` notes that were written with this prefix. */
  remove(count: number, prefix: string): void;
  /** Sends the page a state that the main process is not in; a reload brings the true state back. */
  tell<C extends EventChannel>(channel: C, payload: Events[C]): Promise<void>;
  close(): Promise<void>;
}

/** @param args further arguments of the start */
export async function raiseStage(args: readonly string[] = []): Promise<Stage> {
  const cloud = await startCloud();
  const userData = mkdtempSync(path.join(tmpdir(), 'inkling-screens-'));
  const app = await launch(cloud.configPath, userData, { args });
  return {
    app,
    cloud,
    page: app.page,
    write(uid, notes, prefix) {
      cloud.controls.putDocs(notes.map((note, index) => [idOf(prefix, index), documentOf(uid, note, index)]));
    },
    remove(count, prefix) {
      for (let index = 0; index < count; index += 1) cloud.controls.deleteDoc(idOf(prefix, index));
    },
    async tell(channel, payload) {
      await app.electron.evaluate(
        ({ BrowserWindow }, message) => {
          for (const window of BrowserWindow.getAllWindows()) {
            window.webContents.send(message.channel, message.payload);
          }
        },
        { channel, payload },
      );
    },
    async close() {
      await app.close();
      await cloud.close();
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function idOf(prefix: string, index: number): string {
  return `${prefix}${String(index).padStart(20 - prefix.length, '0')}`;
}

function documentOf(uid: string, note: SampleNote, index: number): Record<string, unknown> {
  const { title, text, list = 'active', conflict = false, marks = {} } = note;
  return {
    uid,
    title,
    text,
    // The notes are from minutes to more than a year old.
    createdAt: new Date(Date.now() - 4 * 60_000 * 1.75 ** index).toISOString(),
    isArchived: list === 'archived',
    isDeleted: list === 'trashed',
    ...(conflict && { conflictOf: 'anotherNote000000000' }),
    ...marks,
  };
}

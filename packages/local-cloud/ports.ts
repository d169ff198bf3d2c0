/**
 * The ports of a data folder's last run, used again if they are free, so that a running app reconnects.
 */
import * as v from 'valibot';
import type { DataFolder } from './storage/data-folder.ts';
import { readIfThere, writeFileWhole } from './storage/files.ts';

const PortsSchema = v.object({ http: v.number(), firestore: v.number() });
export type Ports = v.InferOutput<typeof PortsSchema>;

/** Zeros if there was no earlier run. */
export function readPorts(folder: DataFolder): Ports {
  const text = readIfThere(folder.file('ports.json'));
  return text === null ? { http: 0, firestore: 0 } : v.parse(PortsSchema, JSON.parse(text));
}

export function writePorts(folder: DataFolder, ports: Ports): void {
  writeFileWhole(folder.file('ports.json'), JSON.stringify(ports));
}

/**
 * The service definition, from the protos that `@google-cloud/firestore` ships. Commit's decoder also gives
 * the size of the request, which Firestore limits.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

/** A decoded message with its size on the wire in bytes. */
export interface Sized<Message> {
  readonly size: number;
  readonly message: Message;
}

export function loadFirestoreService(): ServiceDefinition {
  const manifest = createRequire(import.meta.url).resolve('@google-cloud/firestore/package.json');
  const definitions = loadSync('google/firestore/v1/firestore.proto', {
    longs: String,
    enums: String,
    includeDirs: [path.join(path.dirname(manifest), 'build/protos')],
  });
  const service = definitions['google.firestore.v1.Firestore'];
  if (service === undefined || 'format' in service)
    throw new Error('The Firestore protos lack their service.');
  const { Commit: commit } = service;
  if (commit === undefined) throw new Error('The Firestore protos lack Commit.');
  const requestDeserialize = (bytes: Buffer): Sized<object> => ({
    size: bytes.length,
    message: commit.requestDeserialize(bytes),
  });
  return { ...service, Commit: { ...commit, requestDeserialize } };
}

/** Firestore's SDK without any of the app around it: the baseline of the app's own times. */
import type { Query } from 'firebase-admin/firestore';
import { SPEC } from '#shared/base/spec.ts';
import { trustedAuthorities } from '#cloud/authorities.ts';
import { type FirestoreClient, openFirestore } from '#cloud/firestore-client.ts';
import type { Task } from './sample.ts';

export interface BareClient extends FirestoreClient {
  /** The query that the app listens to. */
  readonly query: Query;
}

export async function openBareClient({ config, token, uid }: Task): Promise<BareClient> {
  const client = await openFirestore(
    config,
    () => Promise.resolve(token),
    { kind: 'direct' },
    () => trustedAuthorities(false, () => undefined),
  );
  const query = client.database
    .collection(SPEC.collection)
    .where('uid', '==', uid)
    .orderBy('createdAt', 'desc');
  return { ...client, query };
}

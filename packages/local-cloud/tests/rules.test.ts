/** `firebase/firestore.rules` as the local cloud executes it. */
import { status } from '@grpc/grpc-js';
import { testRules } from './rules-cases.ts';
import { callFirestore, endpointOf, useCloud } from './testing.ts';

const fixture = useCloud();

testRules(() => ({
  projectId: fixture.cloud.config.firebase.projectId,
  refusalOfNobody: status.UNAUTHENTICATED,
  newUser: async (provider) => fixture.newUser(provider),
  putNote: async (id, fields) => {
    fixture.cloud.controls.putDoc(id, fields);
  },
  call: async (token, rpc, request) => callFirestore(endpointOf(fixture.cloud), token, rpc, request),
}));

/** The faults that `POST /faults` takes, and their parser. */
import { status } from '@grpc/grpc-js';
import * as v from 'valibot';
import { statusOf } from '../firestore/rpc-error.ts';

export const FIRESTORE_RPCS = ['Commit', 'Listen', 'RunQuery', 'BatchGetDocuments'] as const;
/** Calls over HTTP, by the names that faults and `GET /requests` use for them. */
export const HTTP_RPCS = ['SignInWithIdp', 'SecureToken', 'OAuthToken', 'OAuthAuthorize'] as const;
export type HttpRpc = (typeof HTTP_RPCS)[number];
export type RpcName = (typeof FIRESTORE_RPCS)[number] | HttpRpc;

const FAULT_KINDS = [
  'status',
  'delay',
  'hang',
  'drop-after-commit',
  'cut',
  'freeze',
  'down',
  'reset',
  'forget-deletes',
] as const;

const FaultSchema = v.pipe(
  v.strictObject({
    rpc: v.optional(v.picklist(['*', ...FIRESTORE_RPCS, ...HTTP_RPCS]), '*'),
    kind: v.picklist(FAULT_KINDS),
    code: v.optional(v.union([v.string(), v.pipe(v.number(), v.integer())])),
    message: v.optional(v.string()),
    ms: v.optional(v.pipe(v.number(), v.minValue(0))),
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
  v.check((fault) => fault.kind !== 'delay' || fault.ms !== undefined, 'A delay needs "ms".'),
  v.check(
    (fault) => isHttpRpc(fault.rpc) || statusOf(fault.code ?? status.UNAVAILABLE) !== null,
    '"code" must be the name or number of a gRPC status.',
  ),
);
export type Fault = v.InferOutput<typeof FaultSchema>;
export type FaultInput = v.InferInput<typeof FaultSchema>;

/** @throws ValiError that says what is wrong */
export function parseFault(input: unknown): Fault {
  return v.parse(FaultSchema, input);
}

export function isHttpRpc(rpc: string): rpc is HttpRpc {
  return HTTP_RPCS.some((name) => name === rpc);
}

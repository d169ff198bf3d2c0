/** The refusal of a call: a gRPC status and its message. */
import { status } from '@grpc/grpc-js';

export class RpcError extends Error {
  readonly code: status;
  /** The property that grpc-js sends as the message. */
  readonly details: string;

  constructor(code: status, details: string) {
    super(details);
    this.name = 'RpcError';
    this.code = code;
    this.details = details;
  }
}

export const invalidArgument = (details: string): RpcError => new RpcError(status.INVALID_ARGUMENT, details);

export const permissionDenied = (): RpcError =>
  new RpcError(status.PERMISSION_DENIED, 'Missing or insufficient permissions.');

export const unauthenticated = (details = 'Missing or invalid authentication.'): RpcError =>
  new RpcError(status.UNAUTHENTICATED, details);

/** @param what a feature that Firestore has and the local cloud lacks */
export const unimplemented = (what: string): RpcError =>
  new RpcError(status.UNIMPLEMENTED, `The local cloud does not know ${what}.`);

const ALL = Object.values(status).filter((value): value is status => typeof value === 'number');

/** A status by its name (`UNAVAILABLE`) or number; null for anything else. */
export function statusOf(code: string | number): status | null {
  return ALL.find((known) => known === code || status[known] === code) ?? null;
}

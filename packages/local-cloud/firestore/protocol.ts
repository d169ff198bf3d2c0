/**
 * The messages of `google.firestore.v1` as decoded by the loader in `proto.ts`: 64-bit integers as strings,
 * enums as names, absent fields left out. Only messages that this server reads or writes are listed.
 */

export interface Timestamp {
  readonly seconds?: string;
  readonly nanos?: number;
}

/** Exactly one member is set; `kindOf` in `values.ts` refuses anything else. */
export type Value =
  | { readonly nullValue: 'NULL_VALUE' }
  | { readonly booleanValue: boolean }
  | { readonly integerValue: string }
  | { readonly doubleValue: number }
  | { readonly timestampValue: Timestamp }
  | { readonly stringValue: string }
  | { readonly bytesValue: Uint8Array }
  | { readonly referenceValue: string }
  | { readonly geoPointValue: { readonly latitude?: number; readonly longitude?: number } }
  | { readonly arrayValue: ArrayValue }
  | { readonly mapValue: { readonly fields?: Fields } };

export interface ArrayValue {
  readonly values?: readonly Value[];
}

export type Fields = Readonly<Record<string, Value>>;

export interface DocumentMessage {
  readonly name?: string;
  readonly fields?: Fields;
  readonly createTime?: Timestamp;
  readonly updateTime?: Timestamp;
}

export interface DocumentMask {
  readonly fieldPaths?: readonly string[];
}

export interface Precondition {
  readonly exists?: boolean;
  readonly updateTime?: Timestamp;
}

export interface FieldTransform {
  readonly fieldPath?: string;
  readonly setToServerValue?: string;
}

export interface Write {
  readonly update?: DocumentMessage;
  readonly delete?: string;
  readonly transform?: unknown;
  readonly updateMask?: DocumentMask;
  readonly updateTransforms?: readonly FieldTransform[];
  readonly currentDocument?: Precondition;
}

export interface WriteResult {
  readonly updateTime?: Timestamp;
  readonly transformResults?: readonly Value[];
}

/** How a call joins a transaction or reads the past. */
export interface Consistency {
  readonly transaction?: Uint8Array;
  readonly newTransaction?: unknown;
  readonly readTime?: Timestamp;
}

export interface CommitRequest extends Consistency {
  readonly database?: string;
  readonly writes?: readonly Write[];
}

export interface FieldReference {
  readonly fieldPath?: string;
}

export interface Filter {
  readonly compositeFilter?: { readonly op?: string; readonly filters?: readonly Filter[] };
  readonly fieldFilter?: { readonly field?: FieldReference; readonly op?: string; readonly value?: Value };
}

export interface StructuredQuery {
  readonly select?: unknown;
  readonly from?: readonly { readonly collectionId?: string; readonly allDescendants?: boolean }[];
  readonly where?: Filter;
  readonly orderBy?: readonly { readonly field?: FieldReference; readonly direction?: string }[];
  readonly startAt?: unknown;
  readonly endAt?: unknown;
  readonly offset?: number;
  readonly limit?: { readonly value?: number };
  readonly findNearest?: unknown;
}

export interface RunQueryRequest extends Consistency {
  readonly parent?: string;
  readonly structuredQuery?: StructuredQuery;
}

export interface BatchGetDocumentsRequest extends Consistency {
  readonly database?: string;
  readonly documents?: readonly string[];
  readonly mask?: DocumentMask;
}

export interface Target {
  readonly query?: { readonly parent?: string; readonly structuredQuery?: StructuredQuery };
  readonly documents?: { readonly documents?: readonly string[] };
  readonly resumeToken?: Uint8Array;
  readonly readTime?: Timestamp;
  readonly targetId?: number;
}

export interface ListenRequest {
  readonly database?: string;
  readonly addTarget?: Target;
  readonly removeTarget?: number;
}

export interface TargetChange {
  /** Left out on the wire if it is NO_CHANGE, the enum's default. */
  readonly targetChangeType?: 'NO_CHANGE' | 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET';
  readonly targetIds?: readonly number[];
  readonly cause?: { readonly code: number; readonly message: string };
  readonly resumeToken?: Uint8Array;
  readonly readTime?: Timestamp;
}

export type ListenResponse =
  | { readonly targetChange: TargetChange }
  | { readonly documentChange: { readonly document: DocumentMessage; readonly targetIds: readonly number[] } }
  | { readonly documentDelete: DocumentGone }
  | { readonly documentRemove: DocumentGone }
  | { readonly filter: { readonly targetId: number; readonly count: number } };

export interface DocumentGone {
  readonly document: string;
  readonly removedTargetIds: readonly number[];
  readonly readTime: Timestamp;
}

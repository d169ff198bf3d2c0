/** count, sum and avg over the result of a query. */
import type { StoredDocument } from './documents.ts';
import { fieldReader } from './filter.ts';
import type { Aggregation, Value } from './protocol.ts';
import { invalidArgument } from './rpc-error.ts';
import { numberOf } from './values.ts';

/** @throws RpcError INVALID_ARGUMENT for an aggregation without an operator */
export function aggregate(aggregation: Aggregation, documents: readonly StoredDocument[]): Value {
  if (aggregation.count !== undefined) {
    const most = Number(aggregation.count.upTo?.value ?? Number.POSITIVE_INFINITY);
    return { integerValue: String(Math.min(documents.length, most)) };
  }
  const values = valuesOf(aggregation.sum ?? aggregation.avg, documents);
  const total = values.reduce((sum, value) => sum + (numberOf(value) ?? 0), 0);
  if (aggregation.sum !== undefined) {
    const whole = values.every((value) => 'integerValue' in value) && Number.isSafeInteger(total);
    return whole ? { integerValue: String(total) } : { doubleValue: total };
  }
  return values.length === 0 ? { nullValue: 'NULL_VALUE' } : { doubleValue: total / values.length };
}

function valuesOf(operand: Aggregation['sum'], documents: readonly StoredDocument[]): Value[] {
  if (operand === undefined) throw invalidArgument('An aggregation needs count, sum or avg.');
  const read = fieldReader(operand.field?.fieldPath);
  return documents
    .map((document) => read(document))
    .filter((value): value is Value => value !== undefined && numberOf(value) !== null);
}

import { nameKey } from '../../core/fold.ts';
import type { Kind } from './fields.ts';
import { headOf, type ImportRecord } from './import-record.ts';

/** True where a record can only be planned once others of the file are there: a category has its parent above it. */
export function buildsOn(kind: Kind, record: ImportRecord, others: readonly ImportRecord[]): boolean {
  const { parent } = headOf(record);
  if (kind !== 'product_categories' || parent === undefined) return false;
  return others.some((other) => {
    const { name = '', external_id: id } = headOf(other);
    return id === parent || nameKey(name) === nameKey(parent);
  });
}

import { createHash } from 'node:crypto';
import type { Kind } from './fields.ts';
import { mapInSlices } from './in-slices.ts';
import { headOf, type ImportRecord, type Values } from './import-record.ts';

const idLengthMax = 191;

/** By which a record is known again when its file is sent a second time. */
export function externalIdOf(kind: Kind, record: Pick<ImportRecord, 'rows' | 'twins'>): string | undefined {
  const { external_id: own, sale, bill, supplier, ...others } = headOf(record);
  if (kind === 'sales') return sale;
  if (own !== undefined) return own;
  if (kind === 'bills') return billIdOf(supplier, bill);
  if (kind === 'price_lists') return others['list'] && shortened(others['list']);
  if (!isKnownByContent(kind)) return undefined;
  const said = kind === 'journal' ? entryFields : paymentFields;
  const whole: Values = { ...others, bill: bill ?? '', supplier: supplier ?? '' };
  const told = said.flatMap((field) => whole[field] || []).join(' ');
  return shortened(record.twins ? `${told} (${record.twins + 1})` : told);
}

const paymentFields = ['invoice', 'bill', 'client', 'supplier', 'date', 'amount', 'reference'];
/** Numbers of entries begin anew with each year in many programs, and rows of two accounts have none of their own. */
const entryFields = ['entry', 'date', 'memo', 'code', 'account', 'contra', 'debit', 'credit', 'amount', 'side'];

/** Two suppliers may use the same number. */
export function billIdOf(supplier: string | undefined, bill: string | undefined): string {
  return shortened(`${supplier} ${bill}`);
}

/** Payments often have no number, and two of the same day and amount are two. */
export function isKnownByContent(kind: Kind): boolean {
  return kind === 'payments' || kind === 'bill_payments' || kind === 'journal';
}

export function withTwins(kind: Kind, records: readonly ImportRecord[]): Promise<ImportRecord[]> {
  const seen = new Map<string, number>();
  return mapInSlices(records, (record) => {
    const id = externalIdOf(kind, record) ?? '';
    const twins = seen.get(id) ?? 0;
    seen.set(id, twins + 1);
    return headOf(record)['external_id'] === undefined ? { ...record, twins } : record;
  });
}

/** A long id keeps its beginning, and what tells it from others that begin alike. */
function shortened(id: string): string {
  if (id.length <= idLengthMax) return id;
  const told = createHash('sha256').update(id).digest('hex').slice(0, 40);
  return `${id.slice(0, idLengthMax - told.length - 1)} ${told}`;
}

import { bodyOf } from '../../kit/form/body.ts';
import { type Field, rowsOf, type Values } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';
import { clientSource, lineFields } from './line-fields.ts';

/** Of an invoice when it is due, of an offer how long it holds. */
export function documentFields(type: string, dimensions?: readonly Field[]): readonly Field[] {
  const isOffer = type === 'quote' || type === 'proforma';
  const w = words.value;
  const { docs: texts, sale } = w.sell;
  const day: Field = isOffer
    ? { name: 'valid_until', label: texts.validUntil, kind: 'day' }
    : { name: 'due_date', label: w.columns.due, kind: 'day' };
  return [
    { name: 'client_id', label: w.client, kind: 'record', source: clientSource, isRequired: true, isWide: true },
    ...(hasLines(type) ? [lineFields(dimensions), day] : []),
    { name: 'po_number', label: sale.poNumber },
    { name: 'title', label: texts.heading },
    { name: 'buyer_reference', label: sale.buyerReference },
    { name: 'notes', label: sale.notesOnPage, kind: 'area' },
    { name: 'terms', label: texts.terms, kind: 'area' },
  ];
}

/** Credit and delivery notes are of what was sold or given back, and none of that is changed in them. */
export const hasLines = (type: string): boolean => type !== 'credit_note' && type !== 'delivery_note';

/** The document to preview, with its complete lines only; undefined without a client or such a line. */
export function pageOf(fields: readonly Field[], values: Values): object | undefined {
  const lines = priced(values);
  if (lines === undefined || !values['client_id']) return undefined;
  return { ...bodyOf(fields, { ...values, issue: false, send_when_issued: false }), ...lines };
}

/** The page of a document that is there, with what is typed; its parts are due on days of their own. */
export function pageWith(terms: object, typed: object | undefined): object | undefined {
  return typed && { ...terms, ...typed, ...('payment_schedule' in terms && { due_date: undefined }) };
}

export const live = (of: object | undefined) => ({
  path: 'documents/preview',
  of,
  tooLittle: words.value.sell.docs.tooLittle,
});

/** The complete lines, which the service can price; undefined where there are none. */
export function priced(values: Values): object | undefined {
  const body = bodyOf([lineFields()], values);
  const lines = rowsOf(values['lines']).length === 0 ? [] : (body['lines'] as readonly Record<string, unknown>[]);
  const whole = lines
    .filter((line) => line['quantity'] !== undefined)
    .filter(
      (line) => line['variant_id'] !== undefined || (line['name'] !== undefined && line['unit_price'] !== undefined),
    );
  if (whole.length === 0) return undefined;
  return { lines: whole, ...(values['client_id'] ? { client_id: values['client_id'] } : {}) };
}

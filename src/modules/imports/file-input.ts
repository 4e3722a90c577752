import { z } from 'zod';
import { dayFormats, numberFormats } from '../../core/written.ts';
import { validationFailed } from '../../operation/errors.ts';
import type { Mapping } from './mapping.ts';
import { delimiters, encodings } from './reading.ts';

const contentLengthMax = 10_000_000;
/** Two files, and what JSON adds to them. */
export const bodyMaxBytes = 48_000_000;

const Content = z.string().min(1).max(contentLengthMax);
const Bytes = z
  .base64()
  .min(1)
  .max(Math.ceil((contentLengthMax * 4) / 3));

/** A file to import, sent with the call. */
export const fileInput = {
  content: Content.optional().describe('CSV text with a header. For sales, one row per line item.'),
  heads: Content.optional().describe('For sales, a second file with one row per sale, joined by the `sale` column.'),
  content_base64: Bytes.optional().describe('The raw file in Base64, in any `encoding`, instead of `content`.'),
  heads_base64: Bytes.optional().describe('The same for `heads`.'),
  encoding: z.enum(encodings).optional().describe('Encoding of a raw file. Default: detected from its bytes.'),
  delimiter: z.enum(delimiters).optional().describe('Cell separator. Default: detected from the header.'),
};
/** Kept out of the audit log, which says how large they are. */
export const wholeFiles = ['content', 'heads', 'content_base64', 'heads_base64'];

export const statedFormats = {
  number_format: z
    .enum(numberFormats)
    .optional()
    .describe('Number format, such as decimal_comma for 1.100,00. Default: detected from the columns.'),
  date_format: z
    .enum(dayFormats)
    .optional()
    .describe('Date format, such as month_first for 11/02/2026. Default: detected from the columns.'),
};

export const FieldTexts = z
  .record(z.string().max(60), z.string().max(200))
  .refine((texts) => Object.keys(texts).length <= 60, { error: 'Name at most 60 fields.' });

export const defaultsHint = 'Field to default text, used if the file has no value.';
export const mappingHint = 'Field to column name, such as {"client": "Customer no."}; "" to leave a field out.';

type OfSales = {
  readonly kind: string;
  readonly heads?: string | undefined;
  readonly heads_base64?: string | undefined;
  readonly stock?: string | undefined;
};

/** Only sales come in two files, and move goods. */
export function refuseOfSalesOnly({ kind, heads, heads_base64: bytes, stock }: OfSales): void {
  if (kind === 'sales' || (heads ?? bytes ?? stock) === undefined) return;
  const field = heads !== undefined ? 'heads' : bytes !== undefined ? 'heads_base64' : 'stock';
  const message = 'Leave this out: it applies to sales only.';
  throw validationFailed({ errors: [{ pointer: `/${field}`, code: 'not_wanted', message }], hint: message });
}

/** Money depends on it, so it is not guessed at: 1 is one percent, or everything. */
export function ambiguousDiscount({ discount_fraction: column = '' }: Mapping) {
  const message = `Map the column "${column}" to discount_percent, or to discount_fraction where 1 is everything.`;
  return { errors: [{ pointer: '/mapping/discount_fraction', code: 'ambiguous', message }], hint: message };
}

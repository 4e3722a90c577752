import { z } from 'zod';
import { Day, Id, Locale, Notes, recordInput, recordPatch, Text } from '../../wire/index.ts';
import { fault, overrideInput, priceInput, saleInput } from '../sales/index.ts';
import { type DocumentType, documentTypes } from './document.ts';

const titleMax = 255;
const referenceMax = 255;

/** What decides the amounts of a quote: as of a sale, but for its day, the rate of that day, and how it is paid. */
export const offerInput = z.object(priceInput).omit({
  ...{ sale_date: true, exchange_rate: true, due_date: true, payment_schedule: true, instalments: true },
}).shape;

const { exchange_rate, due_date, payment_schedule, instalments, location_id } = saleInput;

/** What else decides the sale of an invoice. */
export const billInput = {
  supply_date: Day.optional().describe('Of an invoice: the day of its sale. Default: today.'),
  ...{ due_date, payment_schedule, instalments, exchange_rate, location_id },
};

/** What is printed beside the lines. */
export const printedInput = {
  title: Text(titleMax).nullable().optional(),
  buyer_reference: Text(referenceMax)
    .nullable()
    .optional()
    .describe('What the client calls it: order, project, cost centre.'),
  po_number: Text(referenceMax).nullable().optional().describe('The number of the client’s order.'),
  project: Text(referenceMax).nullable().optional(),
  notes: Notes.nullable().optional(),
  terms: Notes.nullable().optional(),
  footer: Notes.nullable().optional(),
  language: Locale.nullable().optional().describe('Default: the language of the client, else of the organisation.'),
};

export const validUntilInput = Day.nullable().optional().describe('Of a quote. Default: 30 days after it is issued.');

const memberInput = Id('member').nullable().optional().describe('Who is in charge of it. Default: you.');

const { lines, ...offerRest } = offerInput;

export const documentInput = {
  type: z.enum(documentTypes),
  sale_id: Id('sale').optional().describe('Makes an invoice of this sale, instead of one with `lines`.'),
  ...offerRest,
  lines: lines.optional(),
  ...billInput,
  ...printedInput,
  valid_until: validUntilInput,
  member_id: memberInput,
  ...recordInput,
  issue: z.boolean().default(false).describe('Issues it at once, as issue_document does.'),
  override: overrideInput,
};
export type DocumentGiven = Omit<z.output<z.ZodObject<typeof documentInput>>, 'issue' | 'override' | 'lines'> & {
  readonly lines?: z.output<typeof lines> | undefined;
};

/** What may be said of it at any time, because it is not printed. */
export const aboutPatch = { member_id: Id('member').nullable().optional(), ...recordPatch };

/** Fields that one type alone has. */
const ofType: Readonly<Record<DocumentType, readonly string[]>> = {
  quote: ['valid_until'],
  invoice: ['sale_id', ...Object.keys(billInput)],
};

/** Refuses what a document of the type does not have, rather than to forget it. */
export function checkFields(type: DocumentType, given: object): void {
  const said = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : name));
  for (const [other, names] of Object.entries(ofType)) {
    const wrong = other === type ? undefined : said.find((name) => names.includes(name));
    if (wrong !== undefined)
      throw fault(`/${wrong}`, 'not_for_type', `Leave it out: it is of documents of type ${other}.`);
  }
}

const ofSale = new Set([...Object.keys(offerInput), ...Object.keys(billInput)]);

/** Refuses to price anew what a sale has decided. */
export function checkFromSale(given: object): void {
  const wrong = Object.entries(given).find(([name, value]) => value !== undefined && ofSale.has(name));
  if (wrong === undefined) return;
  throw fault(
    `/${wrong[0]}`,
    'from_sale',
    'Leave it out: the sale in `sale_id` says so. A draft is changed by update_sale.',
  );
}

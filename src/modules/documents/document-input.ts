import { z } from 'zod';
import { Day, Id, Locale, Notes, recordInput, recordPatch, Text } from '../../wire/index.ts';
import { priceInput } from '../sales/index.ts';

const titleMax = 255;
const referenceMax = 255;

/** What decides the amounts of a quote: as of a sale, but for its day, the rate of that day, and how it is paid. */
export const offerInput = z.object(priceInput).omit({
  ...{ sale_date: true, exchange_rate: true, due_date: true, payment_schedule: true, instalments: true },
}).shape;

/** What is printed beside the lines. */
export const printedInput = {
  title: Text(titleMax).nullable().optional(),
  buyer_reference: Text(referenceMax)
    .nullable()
    .optional()
    .describe('What the client calls it: order, project, cost centre.'),
  notes: Notes.nullable().optional(),
  terms: Notes.nullable().optional(),
  footer: Notes.nullable().optional(),
  language: Locale.nullable().optional().describe('Default: the language of the client, else of the organisation.'),
};

export const validUntilInput = Day.nullable().optional().describe('Default: 30 days after it is issued.');

const memberInput = Id('member').nullable().optional().describe('Who is in charge of it. Default: you.');

export const documentInput = {
  ...offerInput,
  ...printedInput,
  valid_until: validUntilInput,
  member_id: memberInput,
  ...recordInput,
};

/** What may be said of it at any time, because it is not printed. */
export const aboutPatch = { member_id: Id('member').nullable().optional(), ...recordPatch };

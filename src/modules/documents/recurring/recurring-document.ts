import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { refusal } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import {
  progressFields,
  recurringEvents,
  type RecurringKind,
  type RecurringRow,
  rhythmFields,
  statusField,
} from '../../recurring/index.ts';

export const recurringModes = ['draft', 'issue', 'issue_and_send'] as const;

export const recurringPrices = ['same', 'current'] as const;

export const RecurringDocument = z.object({
  id: Id('recurring_document'),
  organization_id: Id('organization'),
  name: z.string(),
  document_id: Id('document').describe('The invoice to repeat.'),
  prices: z.enum(recurringPrices),
  ...statusField,
  mode: z.enum(recurringModes),
  ...rhythmFields,
  ...progressFields,
});
export type RecurringRecord = z.output<typeof RecurringDocument>;

/** A row of `recurring_documents`. */
export type RecurringDocumentRow = RecurringRow & {
  readonly mode: RecurringRecord['mode'];
  readonly document_id: string;
  readonly prices: RecurringRecord['prices'];
};

export const RecurringAtVersion = z.strictObject({ id: Id('recurring_document'), version: Version.optional() });

export const recurringExternalIdTaken = refusal(
  'recurring_document_external_id_taken',
  409,
  'Another recurring document has that external_id.',
  'List recurring documents with that `external_id` to find it.',
  ['recurring_documents_external_id_key'],
);

export function recurringRecord({ organization }: Context, row: RecurringDocumentRow): RecurringRecord {
  return { ...row, organization_id: organization, interval: row.every };
}

const wireRecurring = encoderOf(RecurringDocument);

export const recurringDocuments: RecurringKind<RecurringDocumentRow> = {
  name: 'recurring_document',
  table: sql`recurring_documents`,
  events: recurringEvents('recurring_document'),
  subject: { columns: sql`document_id, prices`, stored: ({ document_id: id, prices }) => sql`${id}, ${prices}` },
  keepBefore: (context, row) => context.before(wireRecurring(recurringRecord(context, row))),
};

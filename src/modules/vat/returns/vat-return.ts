import { z } from 'zod';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { event } from '../../../operation/events.ts';
import { refusal } from '../../../operation/errors.ts';
import { ActorStamp, AnyId, Day, ForeignText, Id, Instant, Money } from '../../../wire/index.ts';

export const schemes = ['national', 'oss'] as const;
export type Scheme = (typeof schemes)[number];
export const returnStates = ['draft', 'filed', 'settled', 'paid', 'superseded'] as const;
export type ReturnState = (typeof returnStates)[number];

export const FileBy = Day.nullable().describe(
  'Last day to file. Weekends and holidays may move it. Null where it is not the same for all of a country.',
);

const header = {
  id: Id('vat_return'),
  organization_id: Id('organization'),
  scheme: z.enum(schemes).describe('`oss`: sales to consumers in other member states, by the One-Stop Shop.'),
  form: z.string(),
  form_name: z.string(),
  period_from: Day,
  period_to: Day,
  file_by: FileBy,
  status: z.enum(returnStates),
  corrects_id: Id('vat_return').nullable().describe('The filed return that this one replaces.'),
  due: Money.describe('To pay; below zero, to get back. Of a draft: as the books are now.'),
  filed_on: Day.nullable(),
  filed_at: Instant.nullable(),
  filed_by: ActorStamp.nullable(),
  reference: z.string().nullable().describe('Receipt number of the tax office.'),
  settled_on: Day.nullable(),
  settlement_entry_id: Id('journal_entry').nullable(),
  amount_paid: Money.describe('Paid so far; below zero, got back.'),
  amount_due: Money.describe('What is left to pay or to get back, once it is filed.'),
  notes: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
};

export const ListedReturn = z.object(header);
export type ListedReturn = z.output<typeof ListedReturn>;

const checkCodes = [
  'period_not_over',
  'earlier_period_open',
  'uncoded',
  'unboxed',
  'basis_changed',
  'drafts',
  'late',
  'vat_number_missing',
  'rounding',
  'books_differ',
] as const;

const ReturnBox = z.object({
  box: z.string(),
  name: z.string().describe('What it is made of, in English.'),
  local_name: z.string().nullable().describe('As the form calls it, in its language. Null where that is not known.'),
  base: Money.nullable(),
  tax: Money.nullable(),
  total: Money.nullable(),
  is_asked: z.boolean().describe('True where a person says the figure.'),
  codes: z.array(z.string()).describe('Natures and codes that it is made of: filter lines by the box.'),
});

export const VatReturn = ListedReturn.extend({
  basis: z.enum(['invoice', 'payment']),
  form_language: z.string().nullable().describe('Language of `local_name`, ISO 639-1. Null where that is not known.'),
  boxes: z.array(ReturnBox),
  line_count: z.int(),
  late_count: z.int().describe('Lines whose tax date is before the period.'),
  net: Money.describe('What the lines come to on the form, without figures of a person.'),
  ledger_tax: Money.describe('What the tax accounts have of the lines.'),
  rounding: Money.describe('What the form rounds: net less the tax accounts.'),
  checks: z
    .array(
      z.object({
        code: z.enum(checkCodes),
        severity: z.enum(['error', 'warning']),
        message: z.string(),
        count: z.int(),
        codes: z.array(z.string()).describe('Tax codes that it is about.'),
        records: z
          .array(z.object({ id: AnyId, number: z.string().nullable(), name: ForeignText.nullable() }))
          .describe('Some of the records that it is about, with client, supplier or text.'),
      }),
    )
    .describe('What to look at before filing. An error prevents it. Empty once filed.'),
  payments: z.array(
    z.object({
      id: Id('vat_payment'),
      amount: Money,
      paid_on: Day,
      entry_id: Id('journal_entry'),
      reversed_on: Day.nullable(),
    }),
  ),
});
export type VatReturn = z.output<typeof VatReturn>;
export type ReturnCheck = VatReturn['checks'][number];

export type StoredBox = {
  readonly box: string;
  readonly base: string | null;
  readonly tax: string | null;
  readonly total: string | null;
};

export type ReturnRow = {
  readonly id: string;
  readonly scheme: Scheme;
  readonly form: string;
  readonly period_from: CoreDay;
  readonly period_to: CoreDay;
  readonly status: 'draft' | 'filed' | 'superseded';
  readonly corrects_id: string | null;
  readonly asked: Readonly<Record<string, string>>;
  readonly boxes: readonly StoredBox[] | null;
  readonly basis: 'invoice' | 'payment' | null;
  readonly due: bigint | null;
  readonly net: bigint | null;
  readonly filed_on: CoreDay | null;
  readonly filed_at: string | null;
  readonly filed_by: ListedReturn['created_by'] | null;
  readonly reference: string | null;
  readonly settlement_entry_id: string | null;
  readonly settled_on: CoreDay | null;
  readonly notes: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: ListedReturn['created_by'];
  readonly updated_by: ListedReturn['updated_by'];
  /** Paid on it and on what it replaced. */
  readonly paid: bigint;
};

export const returnColumns = sql`id, scheme, form, period_from, period_to, status, corrects_id, asked, boxes, basis,
  due, net, filed_on, filed_at, filed_by, reference, settlement_entry_id, settled_on, notes, version, created_at,
  updated_at, created_by, updated_by, vat_paid(organization_id, id) as paid`;

const Notice = ListedReturn.pick({
  id: true,
  scheme: true,
  period_from: true,
  period_to: true,
  status: true,
  version: true,
});
export const vatReturnCreated = event('vat_return.created', Notice);
export const vatReturnUpdated = event('vat_return.updated', Notice);
export const vatReturnDeleted = event('vat_return.deleted', Notice);
export const vatReturnFiled = event('vat_return.filed', Notice);
export const vatReturnSettled = event('vat_return.settled', Notice);
export const vatReturnUnsettled = event('vat_return.unsettled', Notice);
export const vatReturnPaid = event('vat_return.paid', Notice);
export const vatPaymentVoided = event('vat_return.payment_voided', Notice);

export const vatReturnExists = refusal(
  'vat_return_exists',
  409,
  'There is a return of that period already.',
  'List returns with list_vat_returns. Once it is filed, replace it with correct_vat_return.',
  ['vat_returns_draft_key', 'vat_returns_filed_key'],
);
export const vatReturnNotReady = refusal(
  'vat_return_not_ready',
  409,
  'The return cannot be filed yet.',
  'See `checks` of get_vat_return: each error says what to do.',
);
export const vatReturnFrozen = refusal(
  'vat_return_frozen',
  409,
  'A filed return stays as it is.',
  'What changes later goes into the next return; replace this one with correct_vat_return.',
  ['vat_returns_frozen'],
);
export const vatReturnWrongState = refusal(
  'vat_return_wrong_state',
  409,
  'The return is in another state.',
  'A draft is filed, a filed return settled, a settled one paid. See `status`.',
);

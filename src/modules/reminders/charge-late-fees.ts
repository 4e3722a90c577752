import { z } from 'zod';
import { addDays } from '../../core/calendar.ts';
import { minorDigits } from '../../core/currency.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { createDocument, draftOfSale, lockDocument } from '../documents/index.ts';
import { dueFees } from './fee-steps.ts';
import { LateFee, lateFeeCharged, lateFeeRecord, type LateFeeRow } from './late-fee.ts';
import { type OwedInvoice, owedBy } from './owed.ts';
import { type PolicyRow, readPolicy } from './policy.ts';
import { baseOf } from './policy-record.ts';

/**
 * Charges the fees that have come for an invoice, each as an invoice of its own that says what it is for: decided under
 * the lock of the document, so that however many nodes work at it each step is charged once. Not in the catalogue,
 * since only the work that charges fees calls it.
 */
export const chargeLateFees = operation({
  name: 'charge_late_fees',
  summary: 'Charge the late fees due on an invoice.',
  http: 'POST /documents/{id}/charge-late-fees',
  effect: 'write',
  permission: 'documents:issue',
  mcp: 'hidden',
  posts: true,
  input: z.strictObject({ id: Id('document') }),
  output: z.object({ fees: z.array(LateFee) }),
  refuses: createDocument.refuses ?? [],
  emits: [lateFeeCharged, ...(createDocument.emits ?? [])],
  async run(context, { id }) {
    await lockDocument(context, { id });
    const [policy, owed] = await Promise.all([readPolicy(context), owedBy(context, id)]);
    if (owed === undefined) return { fees: [] };
    const fees: LateFee[] = [];
    for (const fee of feesOf(owed, policy, { today: context.today, base: baseOf(context) })) {
      // One after the other: each takes the next number.
      // oxlint-disable-next-line eslint/no-await-in-loop
      fees.push(await charge(context, { owed, policy, ...fee }));
    }
    return { fees };
  },
});

type Here = Parameters<typeof dueFees>[2];

/** Late fees due on an invoice today. */
export function feesOf(owed: OwedInvoice, { late_fees: policy }: PolicyRow, here: Here): ReturnType<typeof dueFees> {
  if (!policy.enabled || policy.variant_id === null || owed.is_fee) return [];
  return dueFees(owed, owed.own_fees ?? policy.steps, here);
}

type Charging = {
  readonly owed: OwedInvoice;
  readonly policy: PolicyRow;
  readonly days: number;
  readonly amount: bigint;
};

/** A fee is owed once it is asked for, which is now: work that runs late asks for it later, and nobody for the past. */
async function charge(context: Context, { owed, policy, days, amount }: Charging): Promise<LateFee> {
  const { db, organization, now, today } = context;
  const { variant_id, due_in_days } = policy.late_fees;
  const { currency, client_id, due_date, amount_due } = owed;
  const line = {
    ...(variant_id === null ? {} : { variant_id }),
    quantity: oneUnit,
    unit_price: { units: amount, scale: minorDigits(currency) ?? 2 },
    description: [owed.number, due_date, `+${days}`].join(' · '),
  };
  const input = { type: 'invoice', client_id, currency, due_date: addDays(today, due_in_days) } as const;
  const override = ['credit_limit'] as const;
  const made = await draftOfSale(context, { ...input, lines: [line], discounts: [] }, { issue: true, override });
  const row: LateFeeRow = {
    id: context.newId(),
    document_id: owed.id,
    client_id,
    due_date,
    days,
    currency,
    amount_due,
    amount,
    fee_document_id: made.row.id,
    charged_at: now,
    created_by: actorStamp(context.actor),
  };
  db.later(sql`
    insert into late_fees (organization_id, id, document_id, client_id, due_date, days, currency, amount_due, amount,
      fee_document_id, charged_at, created_by)
    values (${organization}, ${row.id}, ${row.document_id}, ${client_id}, ${due_date}, ${days}, ${currency},
      ${amount_due}, ${amount}, ${row.fee_document_id}, ${now}, ${JSON.stringify(row.created_by)})`);
  const fee = lateFeeRecord(row);
  context.emit(lateFeeCharged(fee));
  return fee;
}

/** One, as quantities are written. */
const oneUnit = 100_000n;

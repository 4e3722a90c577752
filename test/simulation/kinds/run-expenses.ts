import type { Business, Day } from '../business.ts';
import { expenseOf } from './spend.ts';

/** Expenses go their way, and often enough the wrong one. */
export const runExpenses: Day = {
  name: 'handle expenses',
  weight: 4,
  needs: [
    'submit_expense',
    'approve_expense',
    'reject_expense',
    'post_expense',
    'pay_expense',
    'void_expense',
    'create_expense',
    'create_supplier_payment',
    'apply_supplier_credit',
    'refund_supplier_payment',
    'void_supplier_refund',
  ],
  run: async (business) => {
    const { dice, amount, chance, kept, attempt } = business;
    if (kept('expenses').length === 0) return;
    const { id } = dice.one(kept('expenses'));
    const deeds: readonly (readonly [string, object])[] = [
      ['submit_expense', {}],
      ['approve_expense', {}],
      ['reject_expense', { reason: 'Which trip?' }],
      ['post_expense', {}],
      ['post_expense', {}],
      ['pay_expense', { method: 'Cash', ...(chance(60) && { amount: amount(20_000) }) }],
      ['pay_expense', { method: 'Bank transfer' }],
      ['void_expense', {}],
      ['update_expense', { lines: (expenseOf(business) as { lines: object[] }).lines }],
    ];
    const [deed, more] = dice.one(deeds);
    if (chance(15)) return paySupplier(business);
    if (chance(12)) return useCredit(business);
    if (chance(8)) return takeCreditNote(business);
    const done = await attempt(deed, { id, ...more });
    const payment = done?.payments?.[0];
    if (payment !== undefined && chance(20)) await attempt('void_expense_payment', { id: payment.id });
  },
};

/** Several bills at once, all of them or so much, more than is owed, and now and then by mistake. */
async function paySupplier({ dice, amount, chance, suppliers, kept, attempt }: Business): Promise<void> {
  const some = chance(50) ? { amount: amount(60_000), ...(chance(60) && { keep_credit: true }) } : {};
  const supplier_id = dice.one(suppliers).id;
  const paid = await attempt('create_supplier_payment', { supplier_id, method: 'Bank transfer', ...some });
  if (paid !== undefined && chance(20)) await attempt('void_supplier_payment', { id: paid.id });
  else if (paid !== undefined && paid.amount_unapplied !== '0.00') kept('paid in advance').push(paid);
}

/** A supplier takes back something, which pays later bills, comes back as money, or was a mistake. */
async function takeCreditNote(business: Business): Promise<void> {
  const { dice, chance, suppliers, kept, attempt } = business;
  const { lines } = expenseOf(business) as { lines: object[] };
  const supplier_id = dice.one(suppliers).id;
  const note = await attempt('create_expense', { kind: 'credit_note', supplier_id, lines, post: chance(70) });
  if (note === undefined) return;
  if (note.supplier_payment_id === null) kept('expenses').push(note);
  else if (chance(20)) await attempt('void_expense', { id: note.id });
  else kept('paid in advance').push({ id: note.supplier_payment_id });
}

/** Supplier credit pays later bills, is refunded, or turns out to have been a mistake. */
async function useCredit({ dice, amount, chance, kept, attempt }: Business): Promise<void> {
  const advances = kept('paid in advance');
  if (advances.length === 0) return;
  const { id } = dice.one(advances);
  const deed = dice.one(['apply', 'apply', 'refund', 'void']);
  if (deed === 'apply') await attempt('apply_supplier_credit', { id, ...(chance(40) && { amount: amount(9_000) }) });
  if (deed === 'void') await attempt('void_supplier_payment', { id });
  if (deed !== 'refund') return;
  const some = chance(60) ? { amount: amount(5_000) } : {};
  const given = await attempt('refund_supplier_payment', { id, method: 'Bank transfer', ...some });
  const refund = given?.refunds.at(-1);
  if (refund !== undefined && chance(40)) await attempt('void_supplier_refund', { id: refund.id });
}

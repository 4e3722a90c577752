import { bankBusiness } from './bank-business.ts';
import type { Wire, World } from './world.ts';

export const payerIban = 'NL91ABNA0417164300';
export const otherIban = 'DE89370400440532013000';

/** A business with a supplier whose account is known, and bills of it. */
export async function payerIn(world: World) {
  const business = await bankBusiness(world);
  const { call, keyed, shop } = business;
  const supplier = await call('create_client', { type: 'business', display_name: 'Mühle Ost', roles: ['supplier'] });
  await call('set_supplier_bank_account', { supplier_id: supplier.id, iban: payerIban, bic: 'ABNANL2A' });
  let bills = 0;
  const bill = async (amount: string, more: object = {}): Promise<Wire> => {
    bills += 1;
    const { data } = await call('list_expense_categories', { limit: 1 });
    const draft = await call('create_expense', {
      supplier_id: supplier.id,
      supplier_invoice_number: `RE-${bills}`,
      expense_date: '2026-03-16',
      due_date: '2026-03-31',
      lines: [{ category_id: data[0].id, amount }],
      ...more,
    });
    return keyed('post_expense', { id: draft.id });
  };
  const due = async ({ id }: Wire): Promise<string> => (await call('get_expense', { id })).amount_due;
  const plan = async ({ id }: Wire, more: object = {}): Promise<Wire> =>
    keyed('create_scheduled_payment', { expense_id: id, ...more });
  const file = async (more: object = {}): Promise<Wire> =>
    keyed('create_payment_file', { bank_account_id: business.bank.id, ...more });
  const now = async ({ id }: Wire): Promise<Wire> => call('get_scheduled_payment', { id });
  return { ...business, shop, supplier, bill, due, plan, file, now };
}

import type { Fill, ShopActions } from './fill.ts';

const payingIban = 'DE75512108001245126199';
export const supplierIban = 'NL91ABNA0417164300';

/** A posted bill of a supplier of its own whose account is known. */
export async function newBill({ call, fresh }: Pick<ShopActions, 'call' | 'fresh'>) {
  const supplier = await call('create_client', {
    type: 'business',
    display_name: fresh('mill'),
    roles: ['supplier'],
  });
  const account = await call('set_supplier_bank_account', { supplier_id: supplier.id, iban: supplierIban });
  const { data } = await call('list_expense_categories', { limit: 1 });
  const bill = await call('create_expense', {
    supplier_id: supplier.id,
    supplier_invoice_number: fresh('invoice'),
    post: true,
    lines: [{ category_id: data[0].id, amount: '12.34', description: fresh('flour') }],
  });
  return { bill, account };
}

/** The bank account that files are made for. */
export async function payingAccount({ call, fresh }: Pick<ShopActions, 'call' | 'fresh'>) {
  const { data } = await call('list_bank_accounts', { iban: payingIban });
  if (data.length > 0) return data[0];
  const account = await call('create_account', { code: '1880', name: fresh('paying'), type: 'bank' });
  return call('create_bank_account', { name: fresh('paying'), account_id: account.id, iban: payingIban });
}

/** A payment that waits to be sent. */
export async function newPlan(hands: Pick<ShopActions, 'call' | 'fresh'>, more: object = {}) {
  const { call, fresh } = hands;
  const { bill } = await newBill(hands);
  const { id: bank_account_id } = await payingAccount(hands);
  return call('create_scheduled_payment', { expense_id: bill.id, bank_account_id, note: fresh('plan'), ...more });
}

export const fillScheduledPayments: Fill = async (hands) => {
  const plan = await newPlan(hands, { pay_on: '2099-01-05' });
  const { id, bank_account_id } = await newPlan(hands);
  const file = await hands.call('create_payment_file', { bank_account_id, scheduled_payment_ids: [id] });
  return { scheduledPayment: plan, paymentFile: file };
};

import { newBill, newPlan, payingAccount, supplierIban } from '../shop/scheduled-payments.ts';
import { type Make, type Samples, today } from './make.ts';

const newSchedule: Make = async (shop) => ({
  expense_id: (await newBill(shop)).bill.id,
  bank_account_id: (await payingAccount(shop)).id,
  note: shop.fresh('plan'),
});

const planned: Make = async (shop) => ({ id: (await newPlan(shop)).id });

/** A payment that somebody says is made. */
const made: Make = async (shop) => ({ id: (await newPlan(shop, { pay_on: await today(shop) })).id });

const newFile: Make = async (shop) => {
  const { id, bank_account_id } = await newPlan(shop);
  return { bank_account_id, scheduled_payment_ids: [id] };
};

const filed: Make = async (shop, person) => ({
  id: (await shop.call('create_payment_file', { ...(await newFile(shop, person)) })).id,
});

/** A file of which every payment is of today. */
const executed: Make = async (shop) => {
  const day = await today(shop);
  const { id, bank_account_id } = await newPlan(shop, { pay_on: day });
  const file = await shop.call('create_payment_file', { bank_account_id, scheduled_payment_ids: [id] });
  // Banks rest on some days, on which the file is of a later one.
  return { id: file.id, payment_date: day };
};

export const scheduledPaymentsSamples: Samples = {
  get_supplier_bank_account: ({ ids }) => ({ supplier_id: ids['client'] }),
  set_supplier_bank_account: async (shop) => {
    const { account } = await newBill(shop);
    return { supplier_id: account.supplier_id, iban: 'DE89370400440532013000', holder: shop.fresh('holder') };
  },
  create_scheduled_payment: newSchedule,
  schedule_payments: async (shop) => {
    const { bill } = await newBill(shop);
    return { expense_ids: [bill.id], bank_account_id: (await payingAccount(shop)).id, note: shop.fresh('plans') };
  },
  update_scheduled_payment: async (shop) => ({ id: (await newPlan(shop)).id, pay_on: '2099-02-02' }),
  cancel_scheduled_payment: planned,
  pay_scheduled_payment: made,
  return_scheduled_payment: async (shop, person) => {
    const { id } = await made(shop, person);
    await shop.call('pay_scheduled_payment', { id });
    return { id, reason: shop.fresh('AC04') };
  },
  confirm_supplier_bank_account: async (shop) => ({ id: (await newPlan(shop)).id, iban: supplierIban }),
  create_payment_file: newFile,
  confirm_payment_file: executed,
  cancel_payment_file: filed,
};

import { lifecycle, type Make, of, type Samples } from './make.ts';
import { confirmedSale } from './sales.ts';
import { newSale } from './sales.ts';

const newMethod: Make = ({ fresh, ids }) => ({ name: fresh('method'), kind: 'card', account_id: ids['acct'] });

const newCredit: Make = async ({ fresh, ids, call }) => ({
  client_id: (await call('create_client', { type: 'individual', display_name: fresh('payer') })).id,
  method_id: ids['pm'],
  amount: '5.00',
  reference: fresh('reference'),
});

/** A refund of one's own that is on its way. */
const onItsWay: Make = async (shop, person) => {
  const { id } = await shop.call('create_payment', { ...(await newCredit(shop, person)) });
  return { id: (await shop.call('refund_payment', { id, amount: '1.00', pending: true })).id };
};

const newTransfer: Make = async ({ fresh, ids, call }) => ({
  from_account_id: (await call('list_accounts', { code: '1010' })).data[0].id,
  to_account_id: ids['acct'],
  amount: '5.00',
  fee_amount: '0.10',
  reference: fresh('reference'),
});

export const paymentsSamples: Samples = {
  ...lifecycle('payment_method', newMethod, { position: 3 }),
  record_sale: async (shop, person) => ({
    ...(await newSale(shop, person)),
    payments: [{ method_id: shop.ids['pm'] }],
  }),
  pay_sale: async (shop, person) => {
    const { id } = await shop.call('create_sale', { ...(await confirmedSale(shop, person)) });
    return { id, amount: '1.00', method_id: shop.ids['pm'] };
  },
  create_payment: newCredit,
  update_payment: of('create_payment', newCredit, { notes: 'By card.' }),
  void_payment: of('create_payment', newCredit, { reason: 'By mistake.' }),
  return_sale: of('create_sale', confirmedSale, { reason: 'damaged', refund: {} }),
  write_off_sale: of('create_sale', confirmedSale, { reason: 'Bankrupt.', tax_relief: true }),
  reverse_write_off: async (shop, person) => {
    const { id } = await shop.call('create_sale', { ...(await confirmedSale(shop, person)) });
    await shop.call('write_off_sale', { id, reason: 'Bankrupt.' });
    return { id };
  },
  grant_discount: of('create_sale', confirmedSale, { amount: '1.00', reason: 'Paid a day late.' }),
  reverse_discount: async (shop, person) => {
    const { id } = await shop.call('create_sale', { ...(await confirmedSale(shop, person)) });
    await shop.call('grant_discount', { id, amount: '1.00', reason: 'Paid a day late.' });
    return { id };
  },
  refund_payment: of('create_payment', newCredit, { amount: '1.00', reason: 'duplicate' }),
  refund_client: async (shop, person) => {
    const { client_id } = await shop.call('create_payment', { ...(await newCredit(shop, person)) });
    const gift = {
      amount: '4.00',
      beyond_credit: true,
      account_id: (await shop.call('list_accounts', { code: '6700' })).data[0].id,
    };
    return { id: client_id, ...gift, method_id: shop.ids['pm'], reason: 'other', notes: 'An apology.' };
  },
  complete_refund: async (shop, person) => ({ ...(await onItsWay(shop, person)), reference: shop.fresh('refund') }),
  fail_refund: async (shop, person) => ({ ...(await onItsWay(shop, person)), reason: 'The account is closed.' }),
  void_refund: async (shop, person) => {
    const { id } = await shop.call('create_payment', { ...(await newCredit(shop, person)) });
    return { id: (await shop.call('refund_payment', { id, amount: '1.00' })).id, reason: 'By mistake.' };
  },
  create_transfer: newTransfer,
  update_transfer: of('create_transfer', newTransfer, { amount: '6.00', notes: 'As the bank has it.' }),
  void_transfer: of('create_transfer', newTransfer, { reason: 'By mistake.' }),
  reverse_allocation: async (shop, person) => {
    const { id } = await shop.call('create_sale', { ...(await confirmedSale(shop, person)) });
    const paid = await shop.call('pay_sale', { id, amount: '1.00', method_id: shop.ids['pm'] });
    return { id: paid.allocations[0].id, reason: 'It was for another sale.' };
  },
  apply_client_credit: async (shop, person) => {
    const { id, client_id } = await shop.call('create_payment', { ...(await newCredit(shop, person)) });
    const sale = await shop.call('create_sale', { ...(await confirmedSale(shop, person)), client_id });
    return { id, allocations: [{ sale_id: sale.id, amount: '1.00' }] };
  },
};

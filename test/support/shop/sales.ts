import { type Fill, firstOf } from './fill.ts';

export const fillSales: Fill = async (hands, { account, client, variant }) => {
  const { call, fresh } = hands;
  const method = await call('create_payment_method', { name: fresh('till'), account_id: account.id, kind: 'card' });
  const lines = [{ variant_id: variant.id, quantity: '2', name: fresh('line') }];
  const sale = await call('create_sale', { client_id: client.id, lines, notes: fresh('sale'), confirm: true });
  const payer = await call('create_client', { type: 'individual', display_name: fresh('payer') });
  const payment = await call('create_payment', {
    client_id: payer.id,
    method_id: method.id,
    amount: '50.00',
    reference: fresh('reference'),
    auto_allocate: 'none',
  });
  const sold = await call('create_sale', { client_id: payer.id, lines, confirm: true });
  const settled = await call('pay_sale', { id: sold.id, method_id: method.id });
  const refund = await call('refund_payment', { id: settled.id, amount: '1.00', notes: fresh('refund') });
  const bank = (await call('list_accounts', { code: '1010' })).data[0].id;
  const moving = { from_account_id: account.id, to_account_id: bank, amount: '7.00' };
  await call('create_transfer', moving);
  const moved = await call('create_transfer', { ...moving, notes: fresh('moved'), reference: fresh('slip') });
  const entry = await firstOf(hands, 'list_journal_entries');
  const allocation = settled.allocations[0];
  return { method, sale, saleLine: sale.lines[0], payment, allocation, refund, moved, entry };
};

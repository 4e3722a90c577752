import type { Wire } from '../world.ts';
import type { Shop } from '../shop/fill.ts';
import type { Samples } from './make.ts';

/** A confirmed sale at a rate of its own. */
async function taxedSale(shop: Shop, sale: object = {}, rate: object = {}) {
  const { id: rateId } = await shop.call('create_tax_rate', { name: shop.fresh('rate'), percentage: '19', ...rate });
  const { id } = await shop.call('create_sale', {
    client_id: shop.ids['client'],
    lines: [{ name: shop.fresh('work'), quantity: '1', unit_price: '10.00', tax_rate_ids: [rateId] }],
    confirm: true,
    ...sale,
  });
  return { id, tax_rate_id: rateId };
}

/** Quarters long ago, each used once: those of the One-Stop Shop close nothing for anybody else. */
let quarters = 0;
const firstYear = 1950;

function nextQuarter(): string {
  const year = firstYear + Math.floor(quarters / 4);
  const month = (quarters % 4) * 3 + 1;
  quarters += 1;
  return `${year}-${String(month).padStart(2, '0')}-01`;
}

async function settings(shop: Shop): Promise<void> {
  const found = await shop.call('get_vat_settings').catch(() => undefined);
  if (found === undefined) await shop.call('update_vat_settings', { period: 'month', starts_on: `${firstYear}-01-01` });
}

/** A draft with 2.00 of tax to pay in France. */
async function newReturn(shop: Shop): Promise<Wire> {
  await settings(shop);
  const from = nextQuarter();
  await taxedSale(shop, { sale_date: from, prices_include_tax: false }, { percentage: '20', country: 'FR' });
  return shop.call('create_vat_return', { scheme: 'oss', period_from: from });
}

async function filed(shop: Shop): Promise<Wire> {
  return shop.call('file_vat_return', { id: (await newReturn(shop)).id, reference: shop.fresh('receipt') });
}

async function settled(shop: Shop): Promise<Wire> {
  return shop.call('settle_vat_return', { id: (await filed(shop)).id });
}

async function paid(shop: Shop): Promise<Wire> {
  const [bank] = (await shop.call('list_accounts', { code: '1010' })).data;
  return shop.call('pay_vat_return', { id: (await settled(shop)).id, account_id: bank.id });
}

export const vatSamples: Samples = {
  get_vat_settings: async (shop) => {
    await settings(shop);
    return {};
  },
  update_vat_settings: async (shop) => {
    await settings(shop);
    return { input_basis: 'invoice' };
  },
  list_vat_periods: async (shop) => {
    await newReturn(shop);
    return { scheme: ['oss'] };
  },
  create_vat_return: async (shop) => {
    await settings(shop);
    return { scheme: 'oss', period_from: nextQuarter() };
  },
  get_vat_return: async (shop) => ({ id: (await newReturn(shop)).id }),
  update_vat_return: async (shop) => ({ id: (await newReturn(shop)).id, notes: shop.fresh('note') }),
  delete_vat_return: async (shop) => ({ id: (await newReturn(shop)).id }),
  list_vat_return_lines: async (shop) => ({ return_id: (await newReturn(shop)).id }),
  export_vat_return: async (shop) => ({ id: (await newReturn(shop)).id }),
  get_oss_summary: async (shop) => ({ id: (await newReturn(shop)).id }),
  get_ec_sales_list: async (shop) => {
    await settings(shop);
    return { from: '2026-01-01', to: '2026-03-31' };
  },
  file_vat_return: async (shop) => ({ id: (await newReturn(shop)).id }),
  correct_vat_return: async (shop) => ({ id: (await filed(shop)).id }),
  settle_vat_return: async (shop) => ({ id: (await filed(shop)).id }),
  unsettle_vat_return: async (shop) => ({ id: (await settled(shop)).id }),
  pay_vat_return: async (shop) => {
    const [bank] = (await shop.call('list_accounts', { code: '1010' })).data;
    return { id: (await settled(shop)).id, account_id: bank.id };
  },
  void_vat_payment: async (shop) => ({ id: (await paid(shop)).payments[0].id }),
  get_document_tax_codes: ({ ids }) => ({ id: ids['sale'] }),
  set_document_tax_code: async (shop) => ({ ...(await taxedSale(shop)), nature: 'OWN' }),
};

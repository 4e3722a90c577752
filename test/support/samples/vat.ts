import type { Shop } from '../shop/fill.ts';
import type { Samples } from './make.ts';

/** A confirmed sale at a rate of its own. */
async function taxedSale(shop: Shop) {
  const rate = await shop.call('create_tax_rate', { name: shop.fresh('rate'), percentage: '19' });
  const { id } = await shop.call('create_sale', {
    client_id: shop.ids['client'],
    lines: [{ name: shop.fresh('work'), quantity: '1', unit_price: '10.00', tax_rate_ids: [rate.id] }],
    confirm: true,
  });
  return { id, tax_rate_id: rate.id };
}

export const vatSamples: Samples = {
  get_document_tax_codes: ({ ids }) => ({ id: ids['sale'] }),
  set_document_tax_code: async (shop) => ({ ...(await taxedSale(shop)), nature: 'OWN' }),
};

import { type Make, of, type Samples } from './make.ts';

export const newSale: Make = ({ fresh, ids }) => ({
  client_id: ids['client'],
  notes: fresh('sale'),
  lines: [{ variant_id: ids['variant'], quantity: '1' }],
  charges: [{ kind: 'shipping', amount: '5.00' }],
  discounts: [{ type: 'percent', value: '10' }],
});

export const confirmedSale: Make = async (shop, person) => ({ ...(await newSale(shop, person)), confirm: true });

export const salesSamples: Samples = {
  calculate_sale: ({ ids }) => ({ lines: [{ variant_id: ids['variant'], quantity: '1' }] }),
  create_sale: newSale,
  update_sale: of('create_sale', newSale, { notes: 'Deliver in the morning.' }),
  duplicate_sale: of('create_sale', newSale, { prices: 'same' }),
  delete_sale: of('create_sale', newSale),
  confirm_sale: of('create_sale', newSale),
  spread_sale: of('create_sale', confirmedSale, { from: '2026-01-01', to: '2040-12-31' }),
  void_sale: of('create_sale', confirmedSale, { reason: 'By mistake.' }),
};

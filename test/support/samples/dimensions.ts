import { confirmedSale } from './sales.ts';
import { lifecycle, type Make, type Samples } from './make.ts';

/** There may be five; those made for calls long ago make room for new ones. */
const newDimension: Make = async (shop) => {
  const { data } = await shop.call('list_dimensions', { status: ['active'] });
  for (const { id } of data.filter((one: { id: string }) => one.id !== shop.ids['dim']).slice(0, -1)) {
    await shop.call('archive_dimension', { id });
  }
  return { name: shop.fresh('dimension') };
};

const newValue: Make = ({ fresh, ids }) => ({
  dimension_id: ids['dim'],
  code: fresh('code').slice(-36),
  name: fresh('value'),
});

export const dimensionsSamples: Samples = {
  ...lifecycle('dimension', newDimension, { description: 'What is billed together.' }),
  ...lifecycle('dimension_value', newValue, { ends_on: '2030-12-31' }),
  reassign_dimensions: async (shop, person) => ({
    sale_id: (await shop.call('create_sale', { ...(await confirmedSale(shop, person)) })).id,
    lines: [{ line: 1, dimension_value_ids: [shop.ids['dimv']] }],
  }),
  get_profit_by_dimension: ({ ids }) => ({ dimension_id: ids['dim'] }),
};

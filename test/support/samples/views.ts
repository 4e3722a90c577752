import { type Make, of, type Samples } from './make.ts';

const filtersMax = 60;

/** There may be two hundred; those made for calls long ago make room for new ones. */
const newFilter: Make = async (shop) => {
  const { data } = await shop.call('list_saved_filters', { sort: 'created_at', limit: 100 });
  const [, , , ...made] = data;
  for (const { id } of made.slice(0, Math.max(0, data.length - filtersMax))) {
    await shop.call('delete_saved_filter', { id });
  }
  return { name: shop.fresh('filter'), list: 'list_clients', query: { tag: 'vip', sort: 'number' } };
};

export const viewsSamples: Samples = {
  create_saved_filter: newFilter,
  update_saved_filter: of('create_saved_filter', newFilter, { query: { status: ['archived'] }, shared: true }),
  delete_saved_filter: of('create_saved_filter', newFilter),
};

import type { Fill } from './fill.ts';

export const fillViews: Fill = async ({ call, fresh }) => {
  const filter = (more: object) => call('create_saved_filter', { name: fresh('filter'), ...more });
  await filter({ list: 'list_sales', query: { status: ['draft'] }, shared: true });
  await filter({ list: 'list_products', query: {} });
  return { saved_filter: await filter({ list: 'list_clients', query: { tag: 'vip' } }) };
};

import type { Fill } from './fill.ts';

export const fillDimensions: Fill = async ({ call, fresh }) => {
  const dimension = await call('create_dimension', { name: fresh('project') });
  const value = await call('create_dimension_value', {
    dimension_id: dimension.id,
    code: fresh('P').slice(-36),
    name: fresh('work'),
  });
  await call('create_journal_entry', {
    memo: fresh('of a project'),
    lines: [
      { account_code: '6000', debit: '12', dimension_value_ids: [value.id] },
      { account_code: '1010', credit: '12' },
    ],
    post: true,
  });
  return { dimension, dimension_value: value };
};

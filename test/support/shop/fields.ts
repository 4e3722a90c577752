import type { Fill } from './fill.ts';

export const fillFields: Fill = async ({ call, fresh }) => {
  const field = (more: object) => call('create_custom_field', { key: fresh('field'), label: fresh('field'), ...more });
  await field({ kind: 'client', type: 'number' });
  await field({ kind: 'sale', type: 'date' });
  await call('update_custom_field_rules', { refuse_unknown: ['supplier_payment'] });
  return { custom_field: await field({ kind: 'client', type: 'choice', choices: ['one', 'two'] }) };
};

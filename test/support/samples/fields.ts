import { type Make, of, type Samples } from './make.ts';

const fieldsMax = 30;

/** There may be fifty of a kind; those made for calls long ago make room for new ones. */
const newField: Make = async (shop) => {
  const { data } = await shop.call('list_custom_fields', { kind: 'location', limit: 100 });
  const [, ...made] = data;
  for (const { id } of made.slice(0, Math.max(0, data.length - fieldsMax))) {
    await shop.call('archive_custom_field', { id });
  }
  return {
    kind: 'location',
    key: shop.fresh('field'),
    label: shop.fresh('label'),
    type: 'choice',
    choices: ['a', 'b'],
  };
};

let turn = 0;

export const fieldsSamples: Samples = {
  create_custom_field: newField,
  update_custom_field: of('create_custom_field', newField, { label: 'Another label', choices: ['c'] }),
  archive_custom_field: of('create_custom_field', newField),
  restore_custom_field: async (shop, person) => {
    const { id } = await shop.call('create_custom_field', await newField(shop, person));
    await shop.call('archive_custom_field', { id });
    return { id };
  },
  // Another each time.
  update_custom_field_rules: () => ({
    refuse_unknown: (turn += 1) % 2 === 0 ? ['supplier_payment'] : ['supplier_payment', 'location'],
  }),
};

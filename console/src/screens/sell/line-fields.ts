import { keptDimensions } from '../../kit/form/dimension-fields.ts';
import type { Field, Source } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

const aClient = { label: 'display_name', note: 'number' } as const;
const business = (name: string) => ({ type: 'business', display_name: name });
export const clientSource: Source = {
  ...aClient,
  path: 'clients?status=active',
  create: { needs: 'clients:write', body: business },
};
export const supplierSource: Source = {
  ...aClient,
  path: 'clients?role=supplier&status=active',
  create: { needs: 'clients:write', body: (name) => ({ ...business(name), roles: ['supplier'] }) },
};
export const variantSource = { path: 'variants', label: 'full_name', note: 'sku' } as const;

/** Lines of a sale or document: a product at its price, or words at a price of their own. */
export function lineFields(dimensions: readonly Field[] = keptDimensions): Field {
  const w = words.value;
  const { sale: texts } = w.sell;
  return {
    name: 'lines',
    label: w.lines,
    kind: 'lines',
    columns: [
      {
        name: 'variant_id',
        label: texts.product,
        kind: 'record',
        source: variantSource,
        calledBy: 'name',
        // Name, price and tax follow from the product.
        clears: ['id', 'name', 'unit', 'unit_price', 'discount', 'description', 'tax_rate_ids'],
      },
      { name: 'name', label: texts.lineName, isRequired: true, isShown: ({ variant_id }) => !variant_id },
      { name: 'quantity', label: w.quantity, kind: 'number', isRequired: true },
      { name: 'unit_price', label: w.price, kind: 'money', placeholder: texts.fromList },
      ...dimensions,
      { name: 'id', label: 'id', kind: 'kept' },
      { name: 'discount', label: 'discount', kind: 'kept' },
      { name: 'description', label: 'description', kind: 'kept' },
      { name: 'unit', label: 'unit', kind: 'kept' },
      // A product may be called otherwise here, and taxes that somebody chose are not those that would be charged.
      { name: 'name', label: 'name', kind: 'kept', isShown: ({ variant_id }) => Boolean(variant_id) },
      { name: 'tax_rate_ids', label: 'taxes', kind: 'kept', from: taxesChosen },
    ],
  };
}

function taxesChosen({ tax_source: source, tax_rate_ids: ids }: Readonly<Record<string, unknown>>): unknown {
  return source === 'given' ? ids : undefined;
}

import { ActionButton } from '../../kit/action.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type At = { readonly variant_id: string; readonly location_id: string };

const changes = ['stock', 'variants', 'products', 'reports'];

/** Variant and location, where they are not known yet. */
function placeFields(at: At | undefined): readonly Field[] {
  const w = words.value.stockRoom;
  if (at !== undefined) return [];
  return [
    {
      name: 'variant_id',
      label: w.article,
      kind: 'record',
      source: { path: 'variants', label: 'full_name', note: 'sku' },
      isRequired: true,
      isWide: true,
    },
    {
      name: 'location_id',
      label: w.location,
      kind: 'record',
      source: { path: 'locations', label: 'name', isWhole: true },
    },
  ];
}

export function ReceiveGoods({ at }: { readonly at?: At }) {
  const w = words.value.stockRoom;
  return (
    <ActionButton
      label={w.receive}
      path="stock/movements"
      needs="stock:write"
      fields={[
        ...placeFields(at),
        { name: 'quantity', label: w.quantity, kind: 'number', isRequired: true },
        { name: 'unit_cost', label: w.unitCost, kind: 'number', isRequired: true, hint: w.unitCostHint },
        { name: 'effective_date', label: w.day, kind: 'day', isRequired: true },
        { name: 'note', label: w.note, isWide: true },
      ]}
      start={{ effective_date: today() }}
      body={{ type: 'purchase_receipt', ...at }}
      changes={changes}
      isPrimary={at === undefined}
    />
  );
}

/** Found, broken, lost, used: what changes stock without a delivery or a sale. */
export function AdjustStock({ at }: { readonly at: At }) {
  const w = words.value.stockRoom;
  const kinds = (['adjustment_in', 'adjustment_out', 'write_off'] as const).map((value) => ({
    value,
    label: w.types[value],
  }));
  return (
    <ActionButton
      label={w.adjust}
      path="stock/movements"
      needs="stock:write"
      fields={[
        { name: 'type', label: w.kind, kind: 'choice', options: kinds, isRequired: true },
        { name: 'quantity', label: w.quantity, kind: 'number', isRequired: true },
        {
          name: 'reason_code',
          label: w.reason,
          kind: 'choice',
          options: Object.entries(w.reasons).map(([value, label]) => ({ value, label })),
          isRequired: true,
        },
        { name: 'effective_date', label: w.day, kind: 'day', isRequired: true },
        { name: 'note', label: w.note, isWide: true },
      ]}
      start={{ effective_date: today() }}
      body={at}
      changes={changes}
    />
  );
}

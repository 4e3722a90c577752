import { useRead } from '../../api/cache.ts';
import { query } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { plainFields } from './asset-actions.tsx';
import { assetChanges } from './asset.ts';

type Bill = {
  readonly id: string;
  readonly number: string | null;
  readonly expense_date: string;
  readonly lines: readonly { readonly id: string; readonly description: string | null; readonly amount: string }[];
};

/** An asset by hand, or of the line of a bill. */
export function NewAsset() {
  const { fixedAssets: w, assets: title } = words.value;
  const expense = query.value.get('expense');
  const { data: bill } = useRead<Bill>(expense === null ? undefined : `expenses/${expense}`);
  if (expense !== null && bill === undefined) return null;
  const [line] = bill?.lines ?? [];
  return (
    <CreateScreen
      title={w.newAsset}
      path="assets"
      fields={[...plainFields(), ...(bill === undefined ? boughtByHand() : boughtBy(bill)), ...planFields()]}
      start={{
        name: line?.description ?? '',
        class: 'other',
        method: 'straight_line',
        acquired_on: bill?.expense_date ?? today(),
        ...(bill !== undefined && { expense_id: bill.id, line_id: line?.id ?? '' }),
      }}
      back={{ href: '/assets', label: title }}
      to={({ id }) => `/assets?open=${id}`}
      changes={[...assetChanges, 'expenses']}
    />
  );
}

function accountField(): Field {
  const w = words.value.fixedAssets;
  return {
    name: 'account_id',
    label: w.account,
    kind: 'record',
    source: { path: 'accounts?type=fixed_asset', label: 'name', note: 'code' },
  };
}

function boughtByHand(): readonly Field[] {
  const w = words.value.fixedAssets;
  return [
    { ...accountField(), isRequired: true },
    { name: 'cost', label: w.cost, kind: 'money', isRequired: true, hint: w.costHint },
    { name: 'acquired_on', label: w.acquiredOn, kind: 'day', isRequired: true },
  ];
}

function boughtBy({ id, number, lines }: Bill): readonly Field[] {
  const w = words.value.fixedAssets;
  return [
    {
      name: 'expense_id',
      label: w.bill,
      kind: 'choice',
      isRequired: true,
      options: [{ value: id, label: number ?? id }],
    },
    {
      name: 'line_id',
      label: words.value.spreading.line,
      kind: 'choice',
      isRequired: true,
      options: lines.map((line) => ({ value: line.id, label: `${line.description ?? ''} ${line.amount}`.trim() })),
    },
    accountField(),
    { name: 'cost', label: w.cost, kind: 'money', hint: w.wholeLine },
    { name: 'acquired_on', label: w.acquiredOn, kind: 'day', isRequired: true },
  ];
}

function planFields(): readonly Field[] {
  const w = words.value.fixedAssets;
  const isBefore = ({ opening_depreciation: opening }: { readonly [name: string]: unknown }) => Number(opening) > 0;
  return [
    { name: 'in_use_from', label: w.inUseFrom, kind: 'day' },
    { name: 'method', label: w.method, kind: 'choice', options: optionsOf(w.methods), isRequired: true },
    {
      name: 'life_months',
      label: w.life,
      kind: 'whole',
      isShown: ({ method }) => method !== 'immediate' && method !== 'none',
    },
    { name: 'yearly_rate', label: w.rate, kind: 'number', isShown: ({ method }) => method === 'declining_balance' },
    { name: 'residual_value', label: w.residual, kind: 'money' },
    { name: 'opening_depreciation', label: w.openingDepreciation, kind: 'money' },
    { name: 'depreciated_through', label: w.depreciatedThrough, kind: 'day', isShown: isBefore },
  ];
}

/** A bank rule as it is typed. */
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';

type Target = { readonly [field: string]: string | null };

export type Rule = {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly position: number;
  readonly lines_booked: number;
  readonly status: string;
  readonly conditions: {
    readonly bank_account_ids: readonly string[];
    readonly direction: string | null;
    readonly amount_min: string | null;
    readonly amount_max: string | null;
    readonly currency: string | null;
    readonly words_all: readonly string[];
    readonly words_any: readonly string[];
    readonly counterparty_name: string | null;
    readonly counterparty_account: string | null;
  };
  readonly targets: readonly Target[];
  readonly memo: string | null;
};

export const ruleChanges = ['bank-rules', 'bank-lines'];

export type Banks = readonly { readonly id: string; readonly name: string }[];
/** Where the bank accounts to choose from are read. */
export const banksPath = 'bank-accounts?status=active&fields=name';

const targetKinds = ['account_id', 'client_id', 'supplier_id', 'bank_account_id'] as const;

export function ruleFields(banks: Banks): readonly Field[] {
  const w = words.value.rules;
  const condition = (name: string, field: Omit<Field, 'name'>): Field => ({
    name: `conditions.${name}`,
    whole: 'conditions',
    group: w.conditions,
    ...field,
  });
  const record = (name: (typeof targetKinds)[number], label: string, path: string, shown: string): Field => ({
    name,
    label,
    kind: 'record',
    source: { path, label: shown },
    isShown: ({ what }) => (what || targetKinds[0]) === name,
  });
  const outcome = { group: w.outcome };
  const kinds = { account_id: w.account, client_id: w.client, supplier_id: w.supplier, bank_account_id: w.bank };
  return [
    { name: 'name', label: w.name, isRequired: true, isWide: true },
    condition('words_all', { label: w.words, kind: 'tags', hint: w.wordsHint }),
    condition('words_any', { label: w.anyWords, kind: 'tags' }),
    condition('counterparty_name', { label: w.party }),
    condition('counterparty_account', { label: w.iban }),
    condition('direction', { label: w.direction, kind: 'choice', options: optionsOf(w.directions) }),
    condition('currency', { label: w.currency }),
    condition('amount_min', { label: w.least, kind: 'money' }),
    condition('amount_max', { label: w.most, kind: 'money' }),
    condition('bank_account_ids', {
      label: w.banks,
      kind: 'many',
      hint: w.banksHint,
      options: banks.map(({ id, name }) => ({ value: id, label: name })),
    }),
    { name: 'mode', label: w.mode, kind: 'choice', isRequired: true, options: optionsOf(w.modes), ...outcome },
    { name: 'memo', label: w.memo, hint: w.memoHint, ...outcome },
    {
      name: 'targets',
      ...outcome,
      label: w.targets,
      kind: 'lines',
      isWide: true,
      hint: w.targetsHint,
      columns: [
        {
          name: 'what',
          label: w.what,
          kind: 'choice',
          isRequired: true,
          options: optionsOf(kinds),
          clears: targetKinds,
          from: (target) => targetKinds.find((kind) => target[kind]) ?? targetKinds[0],
        },
        record('account_id', w.account, 'accounts?status=active', 'name'),
        record('client_id', w.client, 'clients?status=active', 'display_name'),
        record('supplier_id', w.supplier, 'clients?role=supplier&status=active', 'display_name'),
        record('bank_account_id', w.bank, 'bank-accounts?status=active', 'name'),
        { name: 'percent', label: w.percent, kind: 'number' },
        { name: 'amount', label: w.amount, kind: 'money' },
      ],
    },
  ];
}

type Body = Readonly<Record<string, unknown>>;

/** What a row is of follows from what it names. */
function targetOf(target: Body): object {
  return Object.fromEntries(Object.entries(target).filter(([name]) => name !== 'what'));
}

export function changedRule({ targets, ...body }: Body): Record<string, unknown> {
  return Array.isArray(targets) ? { ...body, targets: (targets as readonly Body[]).map(targetOf) } : { ...body };
}

/** A rule needs conditions, be they empty: the service says which are missing. */
export function completeRule(body: Body): Record<string, unknown> {
  return { conditions: {}, targets: [], ...changedRule(body) };
}

/** Undefined as long as it has no condition, or no part that names what a line is. */
export function wholeRule(body: Body): Body | undefined {
  const { conditions, targets } = body as { readonly conditions: object; readonly targets: readonly Body[] };
  const isNamed = targets.some((target) => targetKinds.some((kind) => target[kind]));
  return Object.keys(conditions).length > 0 && isNamed ? body : undefined;
}

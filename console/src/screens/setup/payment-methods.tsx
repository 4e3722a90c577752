import { useRead } from '../../api/cache.ts';
import { RecordList } from '../../frames/record-list.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { figure, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

type Method = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly account_id: string;
  readonly requires_reference: boolean;
  readonly fee_percent: string | null;
  readonly fee_fixed: string | null;
  readonly status: string;
};

function fieldsOf(isNew: boolean): readonly Field[] {
  const t = words.value.setup.methods;
  const account = { path: 'accounts', label: 'name', note: 'code' };
  const kind: Field = { name: 'kind', label: t.kind, kind: 'choice', isRequired: true, options: optionsOf(t.kinds) };
  return [
    { name: 'name', label: t.name, isRequired: true },
    ...(isNew ? [kind] : []),
    {
      name: 'account_id',
      label: t.account,
      kind: 'record',
      isRequired: true,
      isWide: true,
      hint: t.accountHint,
      source: { path: 'accounts?type=cash,bank,other_current_asset', label: 'name', note: 'code' },
    },
    { name: 'fee_percent', label: t.feePercent, kind: 'number', hint: t.feeHint },
    { name: 'fee_fixed', label: t.feeFixed, kind: 'money' },
    { name: 'fee_account_id', label: t.feeAccount, kind: 'record', isWide: true, source: account },
    { name: 'requires_reference', label: t.reference, kind: 'yes', isWide: true },
    { name: 'position', label: t.position, kind: 'whole', hint: t.positionHint },
  ];
}

const feeOf = ({ fee_percent, fee_fixed }: Method): string =>
  [fee_percent && `${figure(fee_percent)} %`, fee_fixed && money(fee_fixed)].filter(Boolean).join(' + ');

export function PaymentMethods() {
  const { setup, list, form } = words.value;
  const t = setup.methods;
  return (
    <RecordList<Method>
      title={setup.parts['payment-methods'].title}
      list={{
        path: 'payment-methods',
        fields: 'name,kind,account_id,fee_percent,fee_fixed,requires_reference,status',
        sort: 'position',
      }}
      views={[
        { name: 'active', title: list.active, query: 'status=active' },
        { name: 'archived', title: list.archived, query: 'status=archived' },
      ]}
      empty={{ title: t.empty, hint: t.emptyHint }}
      create={{ path: 'payment-methods', label: t.create, needs: 'payments:manage', fields: fieldsOf(true) }}
      columns={[
        { key: 'name', title: t.name, width: 'minmax(8rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'kind', title: t.kind, phone: 'note', cell: ({ kind }) => named(t.kinds, kind) },
        { key: 'fee', title: t.fee, phone: 'amount', isFigure: true, cell: feeOf },
      ]}
      kind={{
        path: (id) => `payment-methods/${id}`,
        changes: ['payment-methods'],
        name: ({ name }) => name,
        eyebrow: ({ kind }) => named(t.kinds, kind),
        facts: (one) => [
          [t.status, <State key="state" of={one.status} />],
          [t.account, <AccountName key="account" id={one.account_id} />],
          [t.fee, feeOf(one)],
          [t.reference, one.requires_reference && form.yes],
        ],
        edit: { needs: 'payments:manage', fields: () => fieldsOf(false) },
        archive: {
          needs: 'payments:manage',
          path: (id) => `payment-methods/${id}/archive`,
          restore: (id) => `payment-methods/${id}/restore`,
        },
      }}
    />
  );
}

function AccountName({ id }: { readonly id: string }) {
  const { data } = useRead<{ readonly code: string; readonly name: string }>(`accounts/${id}`);
  return <>{data && `${data.code} ${data.name}`}</>;
}

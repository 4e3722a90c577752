import { RecordList } from '../../frames/record-list.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { figure, longDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

type Rate = {
  readonly id: string;
  readonly name: string;
  readonly display_name: string;
  readonly percentage: string;
  readonly fixed_amount: string | null;
  readonly kind: string;
  readonly applies_to: string;
  readonly category: string;
  readonly is_default: boolean;
  readonly compound: boolean;
  readonly recoverable_percent: string;
  readonly exemption_reason: string | null;
  readonly report_box: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly status: string;
};

function fieldsOf(): readonly Field[] {
  const t = words.value.setup.taxes;
  const account = { path: 'accounts', label: 'name', note: 'code' };
  return [
    { name: 'name', label: t.name, isRequired: true },
    { name: 'percentage', label: t.percentage, kind: 'number', isRequired: true },
    { name: 'display_name', label: t.displayName, hint: t.displayNameHint },
    { name: 'applies_to', label: t.appliesTo, kind: 'choice', isRequired: true, options: optionsOf(t.appliesTos) },
    { name: 'kind', label: t.kind, kind: 'choice', isRequired: true, options: optionsOf(t.kinds) },
    { name: 'category', label: t.category, kind: 'choice', options: optionsOf(t.categories), hint: t.categoryHint },
    { name: 'exemption_reason', label: t.exemption, isWide: true, hint: t.exemptionHint },
    { name: 'report_box', label: t.box, hint: t.boxHint },
    { name: 'recoverable_percent', label: t.recoverable, kind: 'number', hint: t.recoverableHint },
    { name: 'valid_from', label: t.validFrom, kind: 'day' },
    { name: 'valid_to', label: t.validTo, kind: 'day' },
    { name: 'payable_account_id', label: t.payable, kind: 'record', source: account },
    { name: 'receivable_account_id', label: t.receivable, kind: 'record', source: account },
    { name: 'is_default', label: t.isDefault, kind: 'yes', isWide: true, hint: t.isDefaultHint },
    { name: 'compound', label: t.compound, kind: 'yes', isWide: true },
  ];
}

const rateOf = ({ percentage, fixed_amount }: Rate): string =>
  fixed_amount === null ? `${figure(percentage)} %` : money(fixed_amount);

export function Taxes() {
  const { setup, list, form } = words.value;
  const t = setup.taxes;
  return (
    <RecordList<Rate>
      title={setup.parts.taxes.title}
      list={{
        path: 'tax-rates',
        fields: 'name,display_name,percentage,fixed_amount,kind,applies_to,category,is_default,status',
        sort: '-percentage',
      }}
      views={[
        { name: 'active', title: list.active, query: 'status=active' },
        { name: 'archived', title: list.archived, query: 'status=archived' },
      ]}
      empty={{ title: t.empty, hint: t.emptyHint }}
      create={{
        path: 'tax-rates',
        label: t.create,
        needs: 'taxes:manage',
        fields: fieldsOf(),
        start: { applies_to: 'both', kind: 'standard' },
      }}
      columns={[
        { key: 'name', title: t.name, width: 'minmax(8rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        {
          key: 'for',
          title: t.appliesTo,
          phone: 'note',
          isExtra: true,
          cell: (one) => named(t.appliesTos, one.applies_to),
        },
        { key: 'kind', title: t.kind, isExtra: true, cell: ({ kind }) => named(t.kinds, kind) },
        { key: 'default', title: t.isDefaultShort, width: '6rem', cell: ({ is_default }) => is_default && form.yes },
        { key: 'rate', title: t.percentage, width: '7rem', phone: 'amount', isFigure: true, cell: rateOf },
      ]}
      kind={{
        path: (id) => `tax-rates/${id}`,
        changes: ['tax-rates'],
        name: ({ name }) => name,
        eyebrow: rateOf,
        facts: (one) => [
          [t.status, <State key="state" of={one.status} />],
          [t.displayName, one.display_name],
          [t.appliesTo, named(t.appliesTos, one.applies_to)],
          [t.kind, named(t.kinds, one.kind)],
          [t.category, named(t.categories, one.category)],
          [t.exemption, one.exemption_reason],
          [t.box, one.report_box],
          [t.recoverable, `${figure(one.recoverable_percent)} %`],
          [t.validFrom, one.valid_from && longDay(one.valid_from)],
          [t.validTo, one.valid_to && longDay(one.valid_to)],
          [t.isDefault, one.is_default && form.yes],
          [t.compound, one.compound && form.yes],
        ],
        edit: { needs: 'taxes:manage', fields: fieldsOf },
        archive: {
          needs: 'taxes:manage',
          path: (id) => `tax-rates/${id}/archive`,
          restore: (id) => `tax-rates/${id}/restore`,
        },
      }}
    />
  );
}

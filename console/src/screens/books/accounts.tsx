import { RecordList } from '../../frames/record-list.tsx';
import { useMay } from '../../app/me.ts';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { named, words } from '../../words/index.ts';

type Account = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly english_name: string | null;
  readonly description: string | null;
  readonly class: string;
  readonly type: string;
  readonly normal_side: 'debit' | 'credit';
  readonly system_role: string | null;
  readonly currency_outflow: 'average' | 'day';
  readonly archived_at: string | null;
};

function fieldsOf(): readonly Field[] {
  const t = words.value.books.accounts;
  return [
    { name: 'code', label: t.code, isRequired: true },
    { name: 'name', label: t.name, isRequired: true },
    { name: 'english_name', label: t.englishName },
    { name: 'type', label: t.type, kind: 'choice', isRequired: true, options: optionsOf(t.types), isWide: true },
    {
      name: 'parent_id',
      label: t.parent,
      kind: 'record',
      source: { path: 'accounts', label: 'name', note: 'code' },
      isWide: true,
    },
    { name: 'description', label: t.description, kind: 'area' },
  ];
}

/** Accounts that hold money, where its worth in other currencies matters as it leaves. */
const holdsMoney = ({ type, system_role: role }: Account): boolean =>
  ['cash', 'bank', 'credit_card'].includes(type) || role === 'undeposited' || role === 'payment_clearing';

function changesOf(one: Account): readonly Field[] {
  const t = words.value.books.accounts;
  const outflow: Field = {
    name: 'currency_outflow',
    label: t.outflow,
    kind: 'choice',
    isRequired: true,
    options: optionsOf(t.outflows),
    isWide: true,
  };
  return holdsMoney(one) ? [...fieldsOf(), outflow] : fieldsOf();
}

export function Accounts() {
  const { books, list } = words.value;
  const may = useMay();
  const t = books.accounts;
  return (
    <RecordList<Account>
      title={t.title}
      list={{ path: 'accounts', fields: 'code,name,class,type,system_role,archived_at', sort: 'code' }}
      views={[
        { name: 'active', title: list.active, query: '' },
        ...Object.entries(t.classes).map(([name, title]) => ({ name, title, query: `class=${name}` })),
        { name: 'archived', title: t.withArchived, query: 'include_archived=true' },
      ]}
      filters={[{ name: 'q', label: list.find, kind: 'find' }]}
      empty={{ title: t.empty }}
      actions={
        may('ledger:manage') && (
          <a class="button" href="/accounts/chart">
            {t.change.title}
          </a>
        )
      }
      create={{ path: 'accounts', label: t.create, needs: 'ledger:manage', fields: fieldsOf() }}
      columns={[
        { key: 'code', sort: 'code', title: t.code, width: '6rem', phone: 'note', cell: ({ code }) => code },
        {
          key: 'name',
          sort: 'name',
          title: t.name,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ name }) => name,
        },
        { key: 'class', title: t.class, isExtra: true, cell: (one) => named(t.classes, one.class) },
        { key: 'type', title: t.type, phone: 'mark', cell: ({ type }) => named(t.types, type) },
      ]}
      kind={{
        path: (id) => `accounts/${id}`,
        changes: ['accounts'],
        name: ({ name }) => name,
        eyebrow: ({ code }) => code,
        facts: (one) => [
          [t.class, named(t.classes, one.class)],
          [t.type, named(t.types, one.type)],
          [t.side, one.normal_side === 'debit' ? books.columns.debit : books.columns.creditSide],
          [t.englishName, one.english_name],
          [t.outflow, holdsMoney(one) && t.outflows[one.currency_outflow]],
          [t.role, one.system_role !== null && t.usedByService],
          [t.description, one.description],
        ],
        actions: ({ id }) => (
          <>
            <a class="button" href={`/reports/general-ledger?account_id=${id}`}>
              {books.reports['general-ledger'].title}
            </a>
            <a class="button" href={`/journal?account_id=${id}`}>
              {books.journal}
            </a>
          </>
        ),
        edit: { needs: 'ledger:manage', fields: changesOf },
        archive: {
          needs: 'ledger:manage',
          path: (id) => `accounts/${id}/archive`,
          restore: (id) => `accounts/${id}/restore`,
        },
        remove: {
          needs: 'ledger:manage',
          path: (id) => `accounts/${id}`,
          warning: t.deleteHint,
          isOffered: ({ system_role }) => system_role === null,
        },
      }}
    />
  );
}

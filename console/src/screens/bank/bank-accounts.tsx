import { useRead } from '../../api/cache.ts';
import { RecordList } from '../../frames/record-list.tsx';
import { PanelHeading } from '../../frames/panel.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { MatchAll } from './match-all.tsx';
import { Reconciling } from './reconciling.tsx';
import { ImportFile } from './import-file.tsx';

type Account = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly account_id: string;
  readonly currency: string;
  readonly iban: string | null;
  readonly account_number: string | null;
  readonly bank_name: string | null;
  readonly statements_through: string | null;
  readonly reconciled_through: string | null;
  readonly has_gap: boolean;
  readonly status: string;
};

function fieldsOf(isNew: boolean): readonly Field[] {
  const w = words.value.banking;
  return [
    { name: 'name', label: w.name, isRequired: true },
    { name: 'kind', label: w.kind, kind: 'choice', isRequired: true, options: optionsOf(w.kinds) },
    {
      name: 'account_id',
      label: w.account,
      kind: 'record',
      isRequired: true,
      isWide: true,
      hint: w.accountHint,
      source: {
        path: 'accounts?type=bank,cash,credit_card,other_current_asset,other_current_liability,long_term_liability',
        label: 'name',
        note: 'code',
      },
    },
    ...(isNew ? [{ name: 'currency', label: w.currency } as const] : []),
    { name: 'iban', label: w.iban },
    { name: 'bic', label: w.bic },
    { name: 'account_number', label: w.number },
    { name: 'bank_code', label: w.code },
    { name: 'bank_name', label: w.bank },
    { name: 'holder', label: w.holder },
  ];
}

const numberOf = ({ iban, account_number }: Account): string => iban ?? account_number ?? '';
const through = ({ statements_through: day }: Account): string => (day === null ? '' : listDay(day));

/** Accounts at banks, and what their files say. */
export function BankAccounts() {
  const { banking: w, reconciling, list, bankAccounts } = words.value;
  return (
    <RecordList<Account>
      title={bankAccounts}
      list={{
        path: 'bank-accounts',
        fields: 'name,kind,account_id,currency,iban,account_number,bank_name,statements_through,has_gap,status',
        sort: 'name',
      }}
      views={[
        { name: 'active', title: list.active, query: 'status=active' },
        { name: 'archived', title: list.archived, query: 'status=archived' },
      ]}
      empty={{ title: w.empty, hint: w.emptyHint }}
      create={{
        path: 'bank-accounts',
        label: w.create,
        needs: 'bank:write',
        fields: fieldsOf(true),
        start: { kind: 'bank' },
      }}
      columns={[
        { key: 'name', title: w.name, width: 'minmax(8rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        { key: 'kind', title: w.kind, phone: 'note', cell: ({ kind }) => named(w.kinds, kind) },
        { key: 'number', title: w.iban, width: 'minmax(8rem, 2fr)', isExtra: true, cell: numberOf },
        { key: 'currency', title: w.currency, width: '5rem', isExtra: true, cell: ({ currency }) => currency },
        { key: 'through', title: w.through, width: '8rem', phone: 'amount', cell: through },
        { key: 'gap', title: w.status, width: '9rem', phone: 'mark', cell: ({ has_gap: is }) => is && <Gap /> },
      ]}
      kind={{
        path: (id) => `bank-accounts/${id}`,
        changes: ['bank-accounts'],
        name: ({ name }) => name,
        eyebrow: ({ kind }) => named(w.kinds, kind),
        facts: (one) => [
          [w.status, one.has_gap ? <Gap key="gap" /> : <State key="state" of={one.status} />],
          [w.iban, numberOf(one)],
          [w.bank, one.bank_name],
          [w.currency, one.currency],
          [w.through, through(one)],
          [reconciling.through, one.reconciled_through && listDay(one.reconciled_through)],
        ],
        edit: { needs: 'bank:write', fields: () => fieldsOf(false) },
        actions: (one) => one.status === 'active' && <MatchAll account={one.id} />,
        archive: {
          needs: 'bank:write',
          path: (id) => `bank-accounts/${id}/archive`,
          restore: (id) => `bank-accounts/${id}/restore`,
        },
        below: (one) => (
          <>
            {one.has_gap && <p class="quiet">{w.gapHint}</p>}
            <p>
              <a href={`/bank/lines?bank_account_id=${one.id}`}>{w.lines}</a>
            </p>
            {one.status === 'active' && <ImportFile account={one.id} />}
            {one.statements_through !== null && <Reconciling account={one.id} />}
            <Statements account={one} />
          </>
        ),
      }}
    />
  );
}

function Gap() {
  return <span class="state bad">{words.value.banking.gap}</span>;
}

type Statement = {
  readonly id: string;
  readonly from_date: string | null;
  readonly to_date: string;
  readonly closing_balance: string | null;
  readonly balance_state: string;
};

/** The latest ones. */
function Statements({ account }: { readonly account: Account }) {
  const w = words.value.banking;
  const { data } = useRead<{ readonly data: readonly Statement[] }>(
    `bank-statements?bank_account_id=${account.id}&limit=8`,
  );
  if (data === undefined || data.data.length === 0) return null;
  return (
    <>
      <PanelHeading>{w.statements}</PanelHeading>
      <ul class="entries">
        {data.data.map((one) => (
          <li key={one.id}>
            <span>{[one.from_date, one.to_date].flatMap((day) => (day === null ? [] : listDay(day))).join(' – ')}</span>
            <small class="quiet">{named(w.balanceStates, one.balance_state)}</small>
            <span class="figure">
              {one.closing_balance === null ? '' : money(one.closing_balance, account.currency)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

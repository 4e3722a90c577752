import { useRead } from '../../api/cache.ts';
import { go } from '../../app/router.ts';
import type { Params } from '../../app/params.ts';
import { periodOf, Statement } from '../../frames/statement.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { longDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { homeOf } from '../../app/homes.ts';

type Row = {
  readonly date: string;
  readonly kind: string;
  readonly source: { readonly id: string } | null;
  readonly entry_id: string | null;
  readonly number: string | null;
  readonly description: string | null;
  readonly amount: string;
  readonly balance: string | null;
};
type Report = {
  readonly client: string;
  readonly currency: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly opening: string;
  readonly closing: string;
  readonly rows: readonly Row[];
};

/** The account of a client over a period: what was invoiced, what was paid, and what is open. */
export function ClientStatement({ params: { id = '' } }: { readonly params: Params }) {
  const w = words.value;
  const { clients: texts } = w.sell;
  const path = `reports/client-statement?client_id=${id}&period=${periodOf()}`;
  const { data, problem } = useRead<Report>(path);
  const shown = (amount: string) => money(amount, data?.currency);
  const line = (kind: string, date: string, balance: string): Row => ({
    kind,
    date,
    balance,
    source: null,
    entry_id: null,
    number: null,
    description: null,
    amount: '',
  });
  return (
    <Statement<Row>
      title={data === undefined ? texts.statement : `${texts.statement}: ${data.client}`}
      back={{ href: `/clients/${id}`, label: texts.open }}
      report={path}
      problem={problem}
      keyOf={(row) => `${row.kind} ${row.entry_id} ${row.date} ${row.number}`}
      filters={
        <>
          <a class="button" href={`/clients/${id}`}>
            {texts.open}
          </a>
          <ActionButton
            label={texts.makeStatement}
            path="documents"
            needs="documents:issue"
            body={{ type: 'statement', client_id: id, period: periodOf(), issue: true }}
            changes={['documents']}
            onDone={(made) => go(`/documents/${made.id}`)}
          />
        </>
      }
      columns={[
        { key: 'date', title: w.columns.date, cell: ({ date }) => longDay(date) },
        {
          key: 'what',
          title: texts.what,
          cell: ({ kind, number, description, source }) => {
            const text = [named(texts.statementKinds, kind), number ?? description].filter(Boolean).join(' ');
            const home = homeOf(source?.id ?? null);
            return home === undefined ? text : <a href={home}>{text}</a>;
          },
        },
        {
          key: 'amount',
          title: w.amount,
          isFigure: true,
          cell: ({ amount }) => (amount === '' ? '' : shown(amount)),
        },
        {
          key: 'balance',
          title: texts.balance,
          isFigure: true,
          cell: ({ balance }) => (balance === null ? '' : shown(balance)),
        },
      ]}
      parts={
        data && [
          {
            key: 'rows',
            rows: [line('opening', data.period.from, data.opening), ...data.rows],
            totals: [line('closing', data.period.to, data.closing)],
          },
        ]
      }
    />
  );
}

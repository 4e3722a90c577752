import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';

type Item = {
  readonly kind: string;
  readonly record_id: string | null;
  readonly number: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly carrying_amount: string;
  readonly revalued_amount: string;
  readonly difference: string;
};

type Revaluation = {
  readonly id: string;
  readonly status: string;
  readonly date: string;
  readonly standard: string;
  readonly gain: string;
  readonly loss: string;
  readonly currency: string;
  readonly void_reason: string | null;
  readonly rates: readonly {
    readonly currency: string;
    readonly rate: string;
    readonly source: string;
    readonly rate_date: string;
  }[];
  readonly items: readonly Item[];
};

const needs = 'ledger:write';
const changes = ['revaluations', 'journal-entries', 'reports'];

/** Foreign currency balances, revalued at the end of a month. */
export function Revaluations() {
  const { revaluing: w, revaluations: title, columns, states } = words.value;
  return (
    <ListScreen<Revaluation>
      title={title}
      list={{ path: 'revaluations', fields: 'date,status,standard,gain,loss,currency', sort: '-date' }}
      views={[
        { name: 'posted', title: states.posted, query: 'status=posted' },
        { name: 'voided', title: states.voided, query: 'status=voided' },
      ]}
      actions={<Revalue />}
      empty={{ title: w.none, hint: w.noneHint }}
      panel={(id) => <RevaluationPanel key={id} id={id} />}
      columns={[
        { key: 'day', sort: 'date', title: w.day, phone: 'lead', cell: ({ date }) => listDay(date) },
        { key: 'standard', title: w.standard, isExtra: true, cell: (one) => named(w.standards, one.standard) },
        { key: 'status', title: columns.status, phone: 'mark', cell: ({ status }) => <State of={status} /> },
        { key: 'gain', title: w.gain, isFigure: true, cell: (one) => money(one.gain, one.currency) },
        { key: 'loss', title: w.loss, isFigure: true, cell: (one) => money(one.loss, one.currency) },
      ]}
    />
  );
}

function Revalue() {
  const w = words.value.revaluing;
  return (
    <ActionButton
      label={w.make}
      path="revaluations"
      needs={needs}
      warning={w.makeHint}
      fields={[
        { name: 'date', label: w.day, kind: 'day' },
        { name: 'standard', label: w.standard, kind: 'choice', options: optionsOf(w.standards) },
      ]}
      changes={changes}
      isPrimary
      letter="n"
    />
  );
}

function RevaluationPanel({ id }: { readonly id: string }) {
  const { revaluing: w, spreading } = words.value;
  const { data: one, problem } = useRead<Revaluation>(`revaluations/${id}`);
  return (
    <Panel
      eyebrow={one ? named(w.standards, one.standard) : ''}
      title={one ? longDay(one.date) : ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one?.status === 'posted' && (
          <ActionButton
            label={spreading.void}
            path={`revaluations/${id}/void`}
            needs={needs}
            warning={spreading.voidHint}
            fields={[{ name: 'reason', label: spreading.reason, isWide: true }]}
            changes={changes}
            isDangerous
          />
        )
      }
    >
      {one && (
        <>
          <p class="amount">
            <State of={one.status} />
          </p>
          <Facts
            of={[
              [w.gain, money(one.gain, one.currency)],
              [w.loss, money(one.loss, one.currency)],
              [w.rates, one.rates.map((rate) => filled(w.rate, { ...rate, day: longDay(rate.rate_date) })).join(' · ')],
              [spreading.reason, one.void_reason],
            ]}
          />
          <Items of={one} />
          <p>
            <a href={`/journal?source_id=${id}`}>{words.value.books.journal}</a>
          </p>
        </>
      )}
    </Panel>
  );
}

function Items({ of: { items, currency } }: { readonly of: Revaluation }) {
  const w = words.value.revaluing;
  return (
    <table class="lines">
      <thead>
        <tr>
          <th>{w.item}</th>
          <th class="figure">{w.carrying}</th>
          <th class="figure">{w.revalued}</th>
          <th class="figure">{w.difference}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={index}>
            <td>
              <ItemName of={item} /> <small class="quiet">{money(item.amount, item.currency)}</small>
            </td>
            <td class="figure">{money(item.carrying_amount, currency)}</td>
            <td class="figure">{money(item.revalued_amount, currency)}</td>
            <td class="figure">{money(item.difference, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ItemName({ of: { record_id: record, number } }: { readonly of: Item }) {
  const home = homeOf(record);
  if (home === undefined) return <>{words.value.revaluing.account}</>;
  return <a href={home}>{number ?? record}</a>;
}

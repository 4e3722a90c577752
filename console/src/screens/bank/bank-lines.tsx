import { useRead } from '../../api/cache.ts';
import { daysOf } from '../../frames/filter-bar.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { Facts } from '../../kit/facts.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { MatchLine, type MatchableLine } from './match-line.tsx';
import { counted, named, words } from '../../words/index.ts';

type Row = {
  readonly id: string;
  readonly booking_date: string;
  readonly currency: string;
  readonly amount: string;
  readonly booking: string;
  readonly state: string;
  readonly match_state: string;
  readonly counterparty_name: string | null;
  readonly text: string;
  readonly detail_count: number;
};
type Line = Row &
  MatchableLine & {
    readonly value_date: string;
    readonly counterparty_account: string | null;
    readonly references: readonly string[];
    readonly batch_id: string | null;
    readonly details_agree: boolean;
    readonly raw: string;
    readonly details: readonly Detail[];
  };
type Detail = {
  readonly amount: string | null;
  readonly currency: string | null;
  readonly counterparty_name: string | null;
  readonly counterparty_account: string | null;
  readonly text: string;
  readonly references: readonly string[];
};

/** A batch may have thousands, and what to do with the line is below them. */
const detailsAtOnce = 10;
const detailsShown = 1_000;

export function BankLines() {
  const { banking: w, matching, views, bankLines, least, amount } = words.value;
  return (
    <ListScreen<Row>
      title={bankLines}
      list={{
        path: 'bank-lines',
        fields: 'booking_date,currency,amount,booking,state,match_state,counterparty_name,text,detail_count',
        sort: '-booking_date',
        operation: 'list_bank_lines',
      }}
      views={[
        { name: 'open', title: w.open, query: 'state=open&match_state=open' },
        { name: 'matched', title: matching.states.matched, query: 'match_state=matched' },
        { name: 'excluded', title: matching.states.excluded, query: 'match_state=excluded' },
        { name: 'replaced', title: w.replaced, query: 'state=replaced,withdrawn' },
        { name: 'all', title: views.all, query: '' },
      ]}
      filters={[
        { name: 'q', label: w.find, kind: 'find' },
        ...daysOf('booking_date'),
        { name: 'least', as: 'amount[gte]', label: least, kind: 'money' },
        { name: 'bank_account_id', label: w.name, kind: 'hidden' },
      ]}
      empty={{ title: w.noLines, hint: w.noLinesHint }}
      counted={w.counted}
      panel={(id) => <LinePanel key={id} id={id} />}
      columns={[
        {
          key: 'date',
          title: w.day,
          width: '6.5rem',
          phone: 'note',
          sort: 'booking_date',
          startsHigh: true,
          cell: ({ booking_date }) => listDay(booking_date),
        },
        {
          key: 'party',
          title: w.party,
          width: 'minmax(8rem, 1fr)',
          phone: 'lead',
          cell: (row) => <Party of={row} />,
        },
        {
          key: 'text',
          title: w.text,
          width: 'minmax(8rem, 2fr)',
          isExtra: true,
          cell: ({ text }) => <bdi>{text}</bdi>,
        },
        {
          key: 'booking',
          title: w.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ booking, match_state }) =>
            match_state === 'open' ? (
              named(w.bookings, booking)
            ) : (
              <span class={match_state === 'matched' ? 'state good' : 'state off'}>
                {named(matching.states, match_state)}
              </span>
            ),
        },
        {
          key: 'amount',
          title: amount,
          width: 'minmax(7rem, max-content)',
          sort: 'amount',
          startsHigh: true,
          isFigure: true,
          phone: 'amount',
          cell: (row) => money(row.amount, row.currency),
        },
      ]}
    />
  );
}

function LinePanel({ id }: { readonly id: string }) {
  const { banking: w, matching } = words.value;
  const { data: one, problem } = useRead<Line>(`bank-lines/${id}`);
  return (
    <Panel
      eyebrow={one && longDay(one.booking_date)}
      title={one ? money(one.amount, one.currency) : w.line}
      isLoaded={one !== undefined}
      problem={problem}
    >
      {one && (
        <>
          <Facts
            of={[
              [
                w.status,
                one.match_state === 'open' ? named(w.bookings, one.booking) : named(matching.states, one.match_state),
              ],
              [w.valueDay, longDay(one.value_date)],
              [w.party, one.counterparty_name],
              [w.iban, one.counterparty_account],
              [w.text, one.text],
              [w.references, [...one.references, one.batch_id].filter((text) => text !== null).join(', ')],
            ]}
          />
          {one.details.length > 1 && <Payments of={one.details} doAgree={one.details_agree} />}
          <MatchLine line={one} />
          <PanelHeading>{w.raw}</PanelHeading>
          <pre class="quiet">{one.raw}</pre>
        </>
      )}
    </Panel>
  );
}

/** Who paid or was paid; a batch has no name of its own, and often no text. */
function Party({ of: { counterparty_name: name, text, detail_count: count } }: { readonly of: Row }) {
  const said = name ?? text;
  if (said !== '' || count < 2) return <bdi>{said}</bdi>;
  return <span class="quiet">{counted(words.value.banking.payments, count)}</span>;
}

type OfBatch = { readonly of: readonly Detail[]; readonly doAgree: boolean };

/** The payments that the bank booked together: the first of them, and the others where they are asked for. */
function Payments({ of, doAgree }: OfBatch) {
  const w = words.value.banking;
  const more = of.length - detailsAtOnce;
  return (
    <>
      <PanelHeading>{counted(w.payments, of.length)}</PanelHeading>
      {!doAgree && <p class="quiet">{w.paymentsDiffer}</p>}
      <PaymentList of={of.slice(0, detailsAtOnce)} />
      {more > 0 && (
        <details class="reach">
          <summary>{counted(w.morePayments, more)}</summary>
          <PaymentList of={of.slice(detailsAtOnce, detailsShown)} />
          {of.length > detailsShown && <p class="quiet">{counted(w.morePayments, of.length - detailsShown)}</p>}
        </details>
      )}
    </>
  );
}

function PaymentList({ of }: Pick<OfBatch, 'of'>) {
  return (
    <ul class="entries">
      {of.map((one, at) => (
        <li key={at}>
          <bdi>{one.counterparty_name ?? one.counterparty_account ?? one.text}</bdi>
          {one.amount !== null && <span class="figure">{money(one.amount, one.currency ?? undefined)}</span>}
          <small class="quiet">
            <bdi>{[...one.references, one.text].filter((text) => text !== '').join(' · ')}</bdi>
          </small>
        </li>
      ))}
    </ul>
  );
}

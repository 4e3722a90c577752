import { filled } from '../../messages/index.ts';
import type { Labels } from '../../render/labels.ts';
import { html, type Html } from './html.ts';
import type { Reader, Shown } from './reader.ts';
import { isZero, negated } from './totals.ts';

type Statement = NonNullable<Shown['statement']>;
type Row = NonNullable<Statement['rows']>[number];

/** Of a statement: what happened, with the balance after each entry, and how old what is owed is. */
export function accountOf({ statement }: Shown, reader: Reader): Html {
  if (statement === null) return html``;
  const { labels, day, money } = reader;
  const { type, period, opening, rows, ageing } = statement;
  const first = html`<tr role="row">
    <td role="cell" class="item">
      <p class="name">${labels.opening}</p>
      <p class="detail"><bdi>${day(period.from)}</bdi></p>
    </td>
    <td role="cell" class="figure"></td>
    <td role="cell" class="figure amount"><bdi dir="ltr">${money(opening)}</bdi></td>
  </tr>`;
  return html`<table role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${labels.document}</th>
          <th role="columnheader" scope="col" class="figure">${labels.amount}</th>
          <th role="columnheader" scope="col" class="figure">${labels.balance}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${type === 'outstanding_only' ? null : first} ${(rows ?? []).map((row) => rowOf(row, reader))}
      </tbody>
    </table>
    ${agesOf(ageing, reader)}`;
}

function rowOf(row: Row, reader: Reader): Html {
  const { labels, day, money } = reader;
  const { date, number, document_number: document, due_date: due, amount, balance } = row;
  const name = nameOf(row, labels);
  const days = [date === null ? null : day(date), due === null ? null : `${labels.due} ${day(due)}`];
  const detail = days.filter((part) => part !== null).join(' · ');
  return html`<tr role="row">
    <td role="cell" class="item">
      <p class="name"><bdi>${[name, document ?? number].filter((part) => part !== null).join(' ')}</bdi></p>
      ${detail === '' ? null : html`<p class="detail"><bdi>${detail}</bdi></p>`}
    </td>
    <td role="cell" class="figure"><bdi dir="ltr">${money(amount)}</bdi></td>
    <td role="cell" class="figure amount"><bdi dir="ltr">${money(balance)}</bdi></td>
  </tr>`;
}

function nameOf({ kind, document_type: paper }: Row, { entry, sale }: Labels): string {
  if (paper !== null) return entry[paper];
  if (kind === 'sale') return sale;
  if (kind === 'payment' || kind === 'credit') return entry.payment;
  if (kind === 'refund' || kind === 'return') return entry.refund;
  return kind === 'write_off' || kind === 'discount' ? entry[kind] : entry.other;
}

function agesOf(ageing: Statement['ageing'], { labels, money }: Reader): Html {
  const days = (from: string, to: string) => filled(labels.days, { from, to });
  const ages = [
    [labels.current, ageing.current],
    [days('1', '30'), ageing.days_1_30],
    [days('31', '60'), ageing.days_31_60],
    [days('61', '90'), ageing.days_61_90],
    [filled(labels.overDays, { from: '90' }), ageing.over_90_days],
    ...(isZero(ageing.credit) ? [] : [[labels.credits, negated(ageing.credit)] as const]),
  ] as const;
  return html`<section class="texts">
    <h2>${labels.ageing}</h2>
    <dl class="totals">
      ${ages.map(
        ([label, amount]) =>
          html`<div>
            <dt>${label}</dt>
            <dd><bdi dir="ltr">${money(amount)}</bdi></dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

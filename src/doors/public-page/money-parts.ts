import { html, type Html } from './html.ts';
import type { Reader, Shown } from './reader.ts';
import { isZero } from './totals.ts';

type Receipt = NonNullable<Shown['receipt']>;

/** Of a receipt: how the money came, and what it settled. */
export function moneyOf({ receipt, lines }: Shown, reader: Reader): Html {
  if (receipt === null) return html``;
  return html`${lines.length === 0 ? settledOf(receipt, reader) : null} ${receivedOf(receipt, reader)}`;
}

function receivedOf({ payments }: Receipt, { labels, day, money, method: named }: Reader): Html {
  return html`<section class="texts">
    <h2>${labels.paymentReceived}</h2>
    <dl class="totals">
      ${payments.map(
        ({ payment_date: paid, method, reference, amount, change_given: change }) =>
          html`<div>
              <dt>
                <bdi>${[day(paid), named(method), reference].filter((part) => part !== null).join(' · ')}</bdi>
              </dt>
              <dd><bdi dir="ltr">${money(amount)}</bdi></dd>
            </div>
            ${
              isZero(change)
                ? null
                : html`<div>
                    <dt>${labels.change}</dt>
                    <dd><bdi dir="ltr">${money(change)}</bdi></dd>
                  </div>`
            }`,
      )}
    </dl>
  </section>`;
}

function settledOf({ settles, amount_unapplied: unapplied }: Receipt, { labels, money, named }: Reader): Html {
  const rows = settles.map(
    ({ document_type: type, document_number: invoice, sale_number: sale, amount, amount_due: due }) => {
      const name = type === null ? labels.sale : labels.entry[type];
      return rowOf(`${name} ${invoice ?? sale ?? ''}`, money(amount), named(labels.amountDue, money(due)));
    },
  );
  const credit = isZero(unapplied) ? [] : [rowOf(labels.entry.payment, money(unapplied), null)];
  return html`<table role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">${labels.document}</th>
        <th role="columnheader" scope="col" class="figure">${labels.amount}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${[...rows, ...credit]}
    </tbody>
  </table>`;
}

function rowOf(name: string, amount: string, detail: string | null): Html {
  return html`<tr role="row">
    <td role="cell" class="item">
      <p class="name"><bdi>${name}</bdi></p>
      ${detail === null ? null : html`<p class="detail"><bdi>${detail}</bdi></p>`}
    </td>
    <td role="cell" class="figure amount"><bdi dir="ltr">${amount}</bdi></td>
  </tr>`;
}

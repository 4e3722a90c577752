import { addressLines } from '../../render/address-lines.ts';
import { html, type Html } from './html.ts';
import type { Reader, Shown } from './reader.ts';
import { isZero, negated, reasonsOf, settledOf, stepsOf } from './totals.ts';

type Buyer = Shown['buyer'];
type Address = NonNullable<Buyer['billing_address']>;
type Line = Shown['lines'][number];

/** Who it is for, and where it goes. */
export function partiesOf({ type, seller, buyer, buyer_reference: reference }: Shown, reader: Reader): Html {
  const { labels } = reader;
  const home = seller.address?.country ?? null;
  const { name, legal_name: legal, tax_ids: taxIds, billing_address: billing, shipping_address: shipping } = buyer;
  const ids = taxIds.map(({ value }) => html`<li>${labels.vatId} <bdi>${value}</bdi></li>`);
  const other = legal === null || legal === name ? null : html`<li><bdi>${legal}</bdi></li>`;
  const goesElsewhere = shipping !== null && JSON.stringify(shipping) !== JSON.stringify(billing);
  return html`<section class="parties">
    <div>
      <h2>${type === 'quote' ? labels.preparedFor : labels.billedTo}</h2>
      <ul>
        <li>
          <strong><bdi>${name}</bdi></strong>
        </li>
        ${other}${addressItems(billing, home, reader)}${ids}
      </ul>
    </div>
    ${
      goesElsewhere
        ? html`<div>
            <h2>${labels.deliverTo}</h2>
            <ul>
              ${addressItems(shipping, home, reader)}
            </ul>
          </div>`
        : null
    }
    ${
      reference === null
        ? null
        : html`<div>
            <h2>${labels.buyerReference}</h2>
            <p><bdi>${reference}</bdi></p>
          </div>`
    }
  </section>`;
}

function addressItems(address: Address | null, home: string | null, reader: Reader): Html[] {
  if (address === null) return [];
  const { postal_code: postalCode, ...rest } = address;
  const lines = addressLines({ ...rest, postalCode, line3: null }, home, reader.country);
  return lines.map((line) => html`<li><bdi>${line}</bdi></li>`);
}

/** The lines, as a table that becomes a list of cards where there is little room. */
export function linesOf({ lines }: Shown, reader: Reader): Html {
  const { labels } = reader;
  return html`<table role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">${labels.item}</th>
        <th role="columnheader" scope="col" class="figure">${labels.quantity}</th>
        <th role="columnheader" scope="col" class="figure">${labels.unitPrice}</th>
        <th role="columnheader" scope="col" class="figure">${labels.tax}</th>
        <th role="columnheader" scope="col" class="figure">${labels.amount}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${lines.map((line) => lineOf(line, reader))}
    </tbody>
  </table>`;
}

function lineOf(line: Line, reader: Reader): Html {
  const { labels } = reader;
  const { description, sku, unit } = line;
  const charged = line.taxes.filter(({ kind }) => kind !== 'withholding');
  const taxes = charged.map(({ percentage }) => reader.percent(percentage)).join(' + ');
  const quantity = unit === null ? reader.number(line.quantity) : `${reader.number(line.quantity)} ${unit}`;
  const note = [
    ...(description === null ? [] : [html`<p class="detail"><bdi>${description}</bdi></p>`]),
    ...(sku === null ? [] : [html`<p class="detail">${labels.sku} <bdi dir="ltr">${sku}</bdi></p>`]),
    ...(isZero(line.line_discount)
      ? []
      : [
          html`<p class="detail">
            ${labels.discount} <bdi dir="ltr">${reader.money(negated(line.line_discount))}</bdi>
          </p>`,
        ]),
  ];
  return html`<tr role="row">
    <td role="cell" class="item">
      <p class="name"><bdi>${line.name}</bdi></p>
      ${note}
    </td>
    <td role="cell" class="figure quantity"><bdi>${quantity}</bdi></td>
    <td role="cell" class="figure price"><bdi dir="ltr">${reader.price(line.unit_price)}</bdi></td>
    <td role="cell" class="figure tax"><bdi dir="ltr">${taxes === '' ? '–' : taxes}</bdi></td>
    <td role="cell" class="figure amount"><bdi dir="ltr">${reader.money(line.subtotal)}</bdi></td>
  </tr>`;
}

export function totalsOf(shown: Shown, reader: Reader): Html {
  const { labels, money } = reader;
  const { steps, inside } = stepsOf(shown, reader);
  const step = (label: string, amount: string) =>
    html`<div>
      <dt><bdi>${label}</bdi></dt>
      <dd><bdi dir="ltr">${money(amount)}</bdi></dd>
    </div>`;
  return html`<dl class="totals">
      ${steps.map(({ label, amount }) => step(label, amount))}
      <div class="grand">
        <dt>${labels.total}</dt>
        <dd><bdi dir="ltr">${money(shown.total)}</bdi></dd>
      </div>
      ${inside.map(({ label, amount }) => step(`${labels.taxIncluded}: ${label}`, amount))}
      ${settledOf(shown, reader).map(({ label, amount }) => step(label, amount))}
    </dl>
    ${reasonsOf(shown, reader).map((reason) => html`<p class="reason"><bdi>${reason}</bdi></p>`)}`;
}

/** What the organisation says beside the lines. */
export function textsOf({ notes, terms, footer }: Shown, { labels }: Reader): Html {
  const parts = [
    ...(notes === null ? [] : [html`<p class="text"><bdi>${notes}</bdi></p>`]),
    ...(terms === null
      ? []
      : [
          html`<h2>${labels.terms}</h2>
            <p class="text"><bdi>${terms}</bdi></p>`,
        ]),
    ...(footer === null ? [] : [html`<p class="text quiet"><bdi>${footer}</bdi></p>`]),
  ];
  return parts.length === 0 ? html`` : html`<section class="texts">${parts}</section>`;
}

/** Who it is from, and how to reach them. */
export function sellerOf({ seller, number, title }: Shown, reader: Reader): Html {
  const { labels, words } = reader;
  const { name, legal_name: legal, email, phone, website, tax_ids: taxIds, registration_number: registration } = seller;
  const address = seller.address === null ? [] : addressItems(seller.address, seller.address.country, reader);
  const subject = encodeURIComponent([number, title].filter((part) => part !== null).join(' '));
  const mail =
    email === null
      ? null
      : html`<li>
          <a href="mailto:${encodeURIComponent(email)}?subject=${subject}"><bdi>${email}</bdi></a>
        </li>`;
  return html`<footer>
    <div>
      <ul>
        <li>
          <strong><bdi>${legal ?? name}</bdi></strong>
        </li>
        ${address}
      </ul>
    </div>
    <div>
      <ul>
        ${taxIds.map(({ value }) => html`<li>${labels.vatId} <bdi>${value}</bdi></li>`)}
        ${registration === null ? null : html`<li>${labels.registration} <bdi>${registration}</bdi></li>`}
      </ul>
    </div>
    ${
      email === null && phone === null && website === null
        ? null
        : html`<div>
            <ul>
              <li>${words.questions}</li>
              ${mail} ${phone === null ? null : html`<li><bdi dir="ltr">${phone}</bdi></li>`}
              ${website === null ? null : html`<li><bdi dir="ltr">${website}</bdi></li>`}
            </ul>
          </div>`
    }
  </footer>`;
}

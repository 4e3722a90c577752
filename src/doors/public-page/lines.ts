import { html, type Html } from './html.ts';
import { isPriced, type Reader, type Shown } from './reader.ts';
import { earlyOf, isZero, negated, reasonsOf, settledOf, stepsOf } from './totals.ts';

type Line = Shown['lines'][number];

/** The lines, as a table that becomes a list of cards where there is little room. */
export function linesOf({ lines, total }: Shown, reader: Reader): Html | null {
  const { labels } = reader;
  if (lines.length === 0) return null;
  const head = (label: string) => html`<th role="columnheader" scope="col" class="figure">${label}</th>`;
  const isTaxed = lines.some(({ taxes }) => taxes.length > 0);
  const taxes = isTaxed ? [labels.tax] : [];
  const prices = total === null ? [] : [labels.unitPrice, ...taxes, labels.amount];
  return html`<table role="table" ${total === null ? html`class="bare"` : null}>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">${labels.item}</th>
        ${[labels.quantity, ...prices].map(head)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${lines.map((line) => lineOf(line, reader, isTaxed))}
    </tbody>
  </table>`;
}

function lineOf(line: Line, reader: Reader, isTaxed: boolean): Html {
  const { labels } = reader;
  const { description, sku, unit, line_discount: discount } = line;
  const quantity = reader.quantity(line.quantity, unit);
  const note = [
    ...(description === null ? [] : [html`<p class="detail"><bdi>${description}</bdi></p>`]),
    ...(sku === null ? [] : [html`<p class="detail">${labels.sku} <bdi dir="ltr">${sku}</bdi></p>`]),
    ...(discount === null || isZero(discount)
      ? []
      : [html`<p class="detail">${labels.discount} <bdi dir="ltr">${reader.money(negated(discount))}</bdi></p>`]),
  ];
  return html`<tr role="row">
    <td role="cell" class="item">
      <p class="name"><bdi>${line.name}</bdi></p>
      ${note}
    </td>
    <td role="cell" class="figure quantity"><bdi>${quantity}</bdi></td>
    ${pricesOf(line, reader, isTaxed)}
  </tr>`;
}

function pricesOf({ unit_price: price, subtotal, taxes }: Line, reader: Reader, isTaxed: boolean): Html | null {
  if (price === null || subtotal === null) return null;
  const charged = taxes.filter(({ kind }) => kind !== 'withholding');
  const rates = charged.map(({ percentage }) => reader.percent(percentage)).join(' + ');
  return html`<td role="cell" class="figure price"><bdi dir="ltr">${reader.price(price)}</bdi></td>
    ${isTaxed ? html`<td role="cell" class="figure tax"><bdi dir="ltr">${rates === '' ? '–' : rates}</bdi></td>` : null}
    <td role="cell" class="figure amount"><bdi dir="ltr">${reader.money(subtotal)}</bdi></td>`;
}

/** From the lines to the total; nothing where prices are not told. */
export function totalsOf(shown: Shown, reader: Reader): Html | null {
  const { labels, money } = reader;
  if (!isPriced(shown)) return null;
  const { steps, inside } = stepsOf(shown, reader);
  const step = (label: string, amount: string) =>
    html`<div>
      <dt><bdi>${label}</bdi></dt>
      <dd><bdi dir="ltr">${money(amount)}</bdi></dd>
    </div>`;
  return html`<dl class="totals">
      ${steps.map(({ label, amount }) => step(label, amount))}
      <div class="grand">
        <dt>${shown.type === 'statement' ? labels.closing : labels.total}</dt>
        <dd><bdi dir="ltr">${money(shown.total)}</bdi></dd>
      </div>
      ${inside.map(({ label, amount }) => step(reader.named(labels.taxIncluded, label), amount))}
      ${settledOf(shown, reader).map(({ label, amount }) => step(label, amount))}
    </dl>
    ${earlyOf(shown, reader).map((early) => html`<p class="reason"><bdi>${early}</bdi></p>`)}
    ${reasonsOf(shown, reader).map((reason) => html`<p class="reason"><bdi>${reason}</bdi></p>`)}`;
}

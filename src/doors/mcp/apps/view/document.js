/** An invoice, quote or other paper as its reader will see it. */
import { openApp } from './bridge.js';
import { element, facts, heading, mark, table, words } from './elements.js';
import { shown } from './result.js';

openApp('daybook-document', (result, reader) => shown(result, reader, paper));

function paper(document, reader) {
  const { type, number, notes, terms, footer, title } = document;
  return [
    heading([words(type), number ?? '(no number yet)'].join(' '), standing(document)),
    title ? element('p', { class: 'text' }, title) : undefined,
    facts(aboutOf(document, reader)),
    document.lines?.length > 0 ? lines(document, reader) : undefined,
    ...[notes, terms, footer].map((text) => (text ? element('p', { class: 'quiet text' }, text) : undefined)),
  ].filter((part) => part !== undefined);
}

const good = new Set(['paid', 'accepted', 'converted', 'issued', 'delivered', 'final', 'applied']);
const bad = new Set(['overdue', 'void', 'declined', 'expired', 'cancelled', 'uncollectible']);

function standing({ status }) {
  if (typeof status !== 'string') return undefined;
  return mark(words(status), good.has(status) ? 'good' : bad.has(status) ? 'bad' : '');
}

function aboutOf(document, { day, money }) {
  const { snapshot, client_name: client, currency } = document;
  const { amount_paid: paid, amount_due: due } = document;
  return [
    ['From', snapshot?.seller?.name],
    ['To', [snapshot?.buyer?.name ?? client, cityOf(snapshot?.buyer?.billing_address)].filter(Boolean).join(', ')],
    ['Issued', day(document.issue_date)],
    ['Due', day(document.due_date)],
    ['Valid until', day(document.valid_until)],
    ['Your reference', document.buyer_reference ?? document.po_number],
    ['Paid', paid ? money(paid, currency) : undefined],
    ['Open', due ? money(due, currency) : undefined],
  ];
}

function cityOf(address) {
  return [address?.city, address?.country].filter(Boolean).join(', ');
}

function lines({ lines: sold, totals, total, currency }, { money, number }) {
  const rows = sold.map((line) => [
    [line.name, line.description].filter(Boolean).join(' – '),
    [number(line.quantity), line.unit].filter(Boolean).join(' '),
    money(line.unit_price, currency),
    money(line.net ?? line.total, currency),
  ]);
  const sum = (name, amount) => [name, '', '', money(amount, currency)];
  const isThere = (amount) => amount !== undefined && amount !== null && Number(amount) !== 0;
  const taxes = totals?.taxes ?? [];
  const foot = [
    ...(isThere(totals?.document_discount) ? [sum('Discount', totals.document_discount)] : []),
    ...(isThere(totals?.charges) ? [sum('Charges', totals.charges)] : []),
    ...(totals?.net === undefined ? [] : [sum('Net', totals.net)]),
    ...taxes.map(({ name, percentage, tax }) =>
      sum([name ?? 'Tax', percentage ? `${number(percentage)}%` : ''].join(' '), tax),
    ),
    ...(taxes.length === 0 && isThere(totals?.tax) ? [sum('Tax', totals.tax)] : []),
    ...(isThere(totals?.rounding) ? [sum('Rounding', totals.rounding)] : []),
    sum('Total', total ?? totals?.total),
  ];
  const head = ['Item', 'Quantity', 'Price', 'Amount'];
  return table({ caption: 'Lines', head, rows, foot, numbers: new Set([1, 2, 3]) });
}

/** Result of a write: waiting for approval, or done, in one line. */
import { openApp } from './bridge.js';
import { facts, heading, mark, words } from './elements.js';
import { shown } from './result.js';

openApp('daybook-approval', (result, reader) => shown(result, reader, done));

function done(answer, { money, day }) {
  const { id, number, name, display_name: called, status, total, amount, currency } = answer;
  const what = [words(kindOf(id)), number ?? called ?? name].filter((text) => text !== undefined && text !== null);
  const date = answer.sale_date ?? answer.payment_date ?? answer.date;
  return [
    heading(what.join(' ') || 'Done', answer.preview === undefined ? mark('Done', 'good') : undefined),
    facts([
      ['Status', typeof status === 'string' ? words(status) : undefined],
      ['Amount', typeof (total ?? amount) === 'string' ? money(total ?? amount, currency) : undefined],
      ['Date', typeof date === 'string' ? day(date) : undefined],
    ]),
  ].filter((part) => part !== undefined);
}

const kinds = new Map([
  ['sale', 'sale'],
  ['pay', 'payment'],
  ['refund', 'refund'],
  ['doc', 'document'],
  ['client', 'client'],
  ['exp', 'expense'],
]);

function kindOf(id) {
  return typeof id === 'string' ? kinds.get(id.slice(0, id.lastIndexOf('_'))) : undefined;
}

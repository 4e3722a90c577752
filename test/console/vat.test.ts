/** VAT as a bookkeeper declares it every month, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleScreen, desk, heading, idle, openConsole, phone, shown } from '../support/console.ts';
import { button, choose, confirm, fill, key, pick, press, save } from '../support/console-hands.ts';
import { sampleOf } from '../support/samples.ts';
import type { SignedIn } from '../support/running-service.ts';
import { operationNamed, type Wire } from '../support/world.ts';

const { service, shop, at, open, readable } = await openConsole();
const { ids } = shop;
const vret = String((await sampleOf(shop, operationNamed('get_vat_return'))).input['id']);

const screens: readonly ConsoleScreen[] = [
  { path: '/vat', says: 'VAT returns' },
  { path: '/vat/new', says: 'First day of the period' },
  { path: `/vat/${vret}`, says: 'One-Stop Shop' },
  { path: `/vat/${vret}?row=supplies&all=yes`, says: 'Behind box supplies' },
  { path: `/vat/${vret}?document=${ids['sale']}`, says: 'VAT codes' },
  { path: `/vat-lines?return_id=${vret}`, says: 'Taxes of documents' },
  { path: '/ec-sales-list', says: 'EC sales list' },
  { path: '/settings/vat', says: 'How often' },
];

test('every screen of VAT can be read and used by everybody', async (t) => {
  const tab = await open(t, 'VAT');
  if (tab === undefined) return;
  await readable(tab, screens);
});

type Business = { readonly who: SignedIn; readonly send: (way: string, body?: object) => Promise<Wire> };

/** A German business that sold with 19 % in the month before last, and says nothing of VAT yet. */
async function business(name: string): Promise<Business & { readonly from: string }> {
  const who = await service.register(name);
  const send = async (way: string, body?: object): Promise<Wire> => {
    const [method = '', path = ''] = way.split(' ');
    const answer = await service.api(who.token, method, `/${path}`, body, { 'idempotency-key': crypto.randomUUID() });
    assert.ok(answer.status < 300, `${way} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await send('PATCH organization', { country: 'DE', locale: 'de-DE' });
  const [year = 0, month = 0] = new Date().toISOString().split('-').map(Number);
  const from = new Date(Date.UTC(year, month - 3, 1)).toISOString().slice(0, 10);
  const { id: rate } = await send('POST tax-rates', { name: 'USt 19 %', percentage: '19' });
  const { id: client } = await send('POST clients', { display_name: 'Bauhof', type: 'business' });
  await send('POST sales', {
    client_id: client,
    sale_date: from,
    prices_include_tax: false,
    lines: [{ name: 'Beratung', quantity: '1', unit_price: '1000.00', tax_rate_ids: [rate] }],
    confirm: true,
  });
  return { who, send, from };
}

const monthOf = (day: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day));

test('a month is declared with the keyboard alone: settings, draft, boxes, filed, settled and paid', async (t) => {
  const { who, send, from } = await business('Kiesel');
  const tab = await open(t, 'A month of VAT', desk, who);
  if (tab === undefined) return;
  await tab.visit(at('/vat/new'));
  await tab.comes(`${idle} && document.querySelector('form.entry-form') !== null`);
  await save(tab);
  // What is missing first is one step away.
  const way = `document.querySelector('.notice.bad a')`;
  await tab.comes(`${way}?.innerText === 'VAT returns'`);
  await tab.read(`${way}.focus()`);
  await tab.press('Enter');
  await tab.comes(`location.pathname === '/settings/vat' && ${idle} && ${shown('How often')}`);
  await tab.read(`(() => { const [choice] = document.querySelectorAll('main select'); choice.value = 'month';
    choice.dispatchEvent(new Event('change', { bubbles: true })); })()`);
  await fillDay('Declared here from', from);
  await save(tab);
  await tab.comes(shown('Umsatzsteuer-Voranmeldung'));

  await tab.visit(at('/vat?view=to-do'));
  await tab.comes(`${idle} && ${shown(monthOf(from))}`);
  await key(tab, 'n');
  await tab.comes(`${heading} === 'Prepare a return'`);
  await save(tab);
  await tab.comes(`location.pathname.startsWith('/vat/vret_') && ${shown('Nothing stands in the way')}`);
  await tab.comes(shown('Steuerpflichtige Umsätze zum Steuersatz von 19'));
  await press(tab, '€1,000');
  await tab.comes(`document.querySelector('.panel .entries a')?.getAttribute('href').startsWith('/sales/') === true`);

  await key(tab, 'f');
  await fill(tab, 'Receipt of the tax office', 'et 4711');
  await save(tab);
  await tab.comes(`${shown('et 4711')} && ${button('Settle')} !== undefined`);
  await key(tab, 's');
  await save(tab);
  await tab.comes(`${button('Record the payment')} !== undefined`);
  await key(tab, 'p');
  await pick(tab, 'Account of the money', 'Bank');
  await save(tab);
  await tab.comes(`${shown('Paid')} && ${button('Void the payment')} !== undefined`);
  const { data } = await send('GET vat-returns');
  assert.deepEqual(
    data.map(({ status, due, amount_due, reference }: Wire) => [status, due, amount_due, reference]),
    [['paid', '190.00', '0.00', 'et 4711']],
  );

  // Paid again by what is booked already, of which only entries on the account of VAT to settle are offered.
  await press(tab, 'Void the payment');
  await confirm(tab, 'Void the payment');
  await tab.comes(`${button('Paid by an entry')} !== undefined`);
  const account = async (filter: string) => (await send(`GET accounts?${filter}`)).data[0].id as string;
  const bank = await account('system_role=bank');
  const book = (memo: string, to: string) =>
    send('POST journal-entries', {
      memo,
      post: true,
      lines: [
        { account_id: to, debit: '190.00' },
        { account_id: bank, credit: '190.00' },
      ],
    });
  await book('Finanzamt by bank', await account('system_role=vat_settlement'));
  await book('Something else by bank', await account('type=expense'));
  await press(tab, 'Paid by an entry');
  await pick(tab, 'Entry', 'by bank');
  const offered = (await tab.read(`document.querySelector('dialog[open]').innerText`)) as string;
  assert.ok(!offered.includes('Something else'), offered);
  await save(tab);
  await tab.comes(`${shown('Paid')} && ${button('Void the payment')} !== undefined`);

  async function fillDay(label: string, day: string): Promise<void> {
    await tab?.read(`(() => { const label = [...document.querySelectorAll('main label')]
      .find((one) => one.innerText.trim().startsWith('${label}'));
      const place = document.getElementById(label.htmlFor); place.value = '${day}';
      place.dispatchEvent(new Event('input', { bubbles: true })); })()`);
  }
});

test('what stands in the way is said in words, and a filed period is corrected, on a phone', async (t) => {
  const { who, send, from } = await business('Splitt');
  await send('PATCH vat-settings', { period: 'month', starts_on: from });
  const later = (await send('GET vat-periods')).data[0];
  const early = await send('POST vat-returns', { period_from: later.period_from });
  const tab = await open(t, 'A correction', phone, who);
  if (tab === undefined) return;
  await tab.visit(at(`/vat/${early.id}`));
  await tab.comes(`${shown('Cannot be filed yet')} && ${shown('An earlier period is not filed yet')}`);
  assert.equal(await tab.read(button('File')), undefined, 'what would be refused is not offered');

  const first = await send('POST vat-returns', { period_from: from });
  await send(`POST vat-returns/${first.id}/file`, {});
  await tab.visit(at(`/vat/${first.id}`));
  await tab.comes(`${button('Settle')} !== undefined`);
  await choose(tab, 'Correct');
  await confirm(tab, 'Correct');
  await tab.comes(`location.pathname !== '/vat/${first.id}' && ${shown('Replaces a filed return')}`);
  await press(tab, 'File');
  await confirm(tab, 'File');
  await tab.comes(`${shown('Filed on')} && ${button('Settle')} !== undefined`);
  assert.equal((await send(`GET vat-returns/${first.id}`)).status, 'superseded');
});

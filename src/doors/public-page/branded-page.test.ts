/** The page of a link in the colours of its organisation, with how it is paid. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBrandedFixture } from '../../../test/support/branded-page.ts';
import { startService } from '../../../test/support/running-service.ts';
import { contrast, textContrastMin } from '../../render/contrast.ts';
import { colorStyle } from './colors.ts';
import { tokenColor } from './look.ts';

const service = await startService();
const fixture = await createBrandedFixture(service);
const get = (path: string) => service.send({ method: 'GET', path });
const shownOf = async (path: string) => (await service.api('', 'GET', `/shared-documents/${path.slice(3)}`)).body;

test('it has the logo and the colour that it was issued with, and nothing from elsewhere', async () => {
  const { path } = await fixture.linked({ type: 'invoice' });
  const { text, headers } = await get(path);
  assert.ok(text.includes(`<img src="${path}/logo" alt="Nordwind Studio" />`));
  assert.match(text, /:root\{--accent:#[0-9a-f]{6};--on-accent:#(000000|ffffff)\}/);
  const policy = String(headers['content-security-policy']);
  const hash = "'sha256-[\\w+/]+='";
  assert.match(
    policy,
    new RegExp(`^default-src 'none'; style-src ${hash} ${hash}; img-src 'self'; form-action 'self'; `),
  );
  const logo = await get(`${path}/logo`);
  assert.deepEqual([logo.status, logo.headers['content-type']], [200, 'image/png']);
  assert.match(String(logo.headers['content-security-policy']), /^sandbox; default-src 'none'/);
  assert.equal(logo.headers['x-content-type-options'], 'nosniff');
});

test('a document that was issued without a logo has none, and its page asks for none', async () => {
  const { path } = await fixture.linked({ type: 'proforma' });
  const { text, headers } = await get(path);
  assert.equal(text.includes('<img'), false);
  assert.doesNotMatch(String(headers['content-security-policy']), /img-src/);
  for (const none of [`${path}/logo`, '/d/none/logo']) assert.equal((await get(none)).status, 404);
  const asked = await service.api('', 'GET', `/shared-documents/${path.slice(3)}/logo`);
  assert.equal(asked.body.code, 'not_found', 'get_shared_document_logo');
});

test('whatever colour an organisation has, text in it and on it can be read, by day and by night', () => {
  const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  const pattern = /--accent:(#[0-9a-f]{6});--on-accent:(#[0-9a-f]{6})/g;
  const all = ['--ground', '--paper', '--raised', '--wash'].map(tokenColor);
  const grounds = [all.map(({ day }) => day), all.map(({ night }) => night)];
  fc.assert(
    fc.property(color, (accent) => {
      const found = [...colorStyle(accent).element.markup.matchAll(pattern)];
      assert.equal(found.length, 2);
      for (const [index, [, ink = '', on = '']] of found.entries()) {
        for (const ground of grounds[index] ?? [])
          assert.ok(contrast(ink, ground) >= textContrastMin, `${ink} ${ground}`);
        assert.ok(contrast(on, ink) >= textContrastMin);
      }
    }),
  );
});

test('an invoice says where to pay what is left of it, with a code for banking apps', async () => {
  const { path, document } = await fixture.linked({ type: 'invoice' });
  const { text } = await get(path);
  for (const part of ['Pay by bank transfer', 'DE89 3704 0044 0532 0130 00', 'COBADEFFXXX', document.number]) {
    assert.ok(text.includes(part), part);
  }
  assert.match(text, /role="img" aria-label="QR code[^"]*"><svg/);
  const payload = (await shownOf(path)).payment.qr.split('\n');
  assert.deepEqual(payload.slice(0, 4), ['BCD', '002', '1', 'SCT']);
  assert.deepEqual(payload.slice(6), ['DE89370400440532013000', 'EUR100.00', '', '', document.number]);
  const pay = (amount: string) =>
    fixture.call('POST', `/sales/${document.sale_id}/payments`, { method: 'Bank transfer', amount });
  await pay('40.00');
  assert.match((await shownOf(path)).payment.qr, /\nEUR60\.00\n/);
  await pay('60.00');
  assert.equal((await shownOf(path)).payment, null);
  assert.equal((await get(path)).text.includes('DE89'), false);
});

test('an invoice to a Swiss account has the code that banking apps read there, of what is left', async () => {
  const elsewhere = await createBrandedFixture(service, undefined, 'Swiss Studio');
  const [iban, address] = ['CH5800791123000889012', { city: 'Zug', postal_code: '6300', country: 'CH' }];
  await elsewhere.call('PATCH', '/organization', { bank_account: { iban }, address });
  const { path, document } = await elsewhere.linked({ type: 'invoice' });
  await elsewhere.call('POST', `/sales/${document.sale_id}/payments`, { method: 'Bank transfer', amount: '40.00' });
  const { payment } = await shownOf(path);
  const elements = payment.qr.split('\r\n');
  assert.deepEqual(
    [elements[0], elements[3], elements[18], ...elements.slice(27, 29)],
    ['SPC', iban, '60.00', 'SCOR', payment.reference],
  );
  assert.equal(payment.reference, document.qr_bill.reference);
  const { text } = await get(path);
  assert.ok(text.includes(payment.reference.replaceAll(/.{4}(?=.)/g, '$& ')));
  assert.match(text, /<svg[^>]*><path[^>]*\/><rect[^>]*fill="#fff"/);
});

test('what the pages of an invoice leave out, its page leaves out too', async () => {
  await fixture.dressed('invoice', { sections: ['lines', 'totals', 'note'] });
  assert.equal((await shownOf((await fixture.linked({ type: 'invoice' })).path)).payment, null);
  await fixture.dressed('invoice', { show_qr: false });
  const { payment } = await shownOf((await fixture.linked({ type: 'invoice' })).path);
  assert.deepEqual([payment.iban, payment.qr], ['DE89370400440532013000', null]);
});

test('a delivery note says what comes and where to, and no price', async () => {
  const { path, document } = await fixture.delivered();
  const { text } = await get(path);
  for (const part of ['Delivery note', document.number, 'Consulting', 'Qty', 'Deliver to']) {
    assert.ok(text.includes(part), part);
  }
  assert.doesNotMatch(text.slice(text.indexOf('<main')), /€|100|Total|Amount|Unit price/);
});

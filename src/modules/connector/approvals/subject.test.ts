import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectOf } from './subject.ts';

const sale = 'sale_01h455vb4pex5vsknk084sn02q';
const payment = 'pay_01h455vb4pex5vsknk084sn02q';
const refund = 'rfnd_01h455vb4pex5vsknk084sn02q';
const facts = { number: 'S-7', client_name: 'Café Zoë', total: '12.50', currency: 'EUR' };

test('a change is about the record that it names, with its number, name and amount', () => {
  assert.deepEqual(subjectOf({ arguments: { id: sale }, preview: { result: { id: sale, ...facts } } }), {
    type: 'sale',
    id: sale,
    number: 'S-7',
    title: 'Café Zoë',
    amount: '12.50',
    currency: 'EUR',
  });
});

test('what does not exist yet has no id', () => {
  const made = subjectOf({ arguments: { type: 'business' }, preview: { result: { id: sale, ...facts } } });
  assert.deepEqual([made?.type, made?.id, made?.title], ['sale', null, 'Café Zoë']);
});

test('where the result is another record, it is about the one that was named', () => {
  const asked = [{ field: 'id', value: payment, name: 'P-1 Café Zoë' }];
  const result = { id: refund, amount: '5.00', currency: 'EUR' };
  assert.deepEqual(subjectOf({ arguments: { id: payment }, preview: { result, asked } }), {
    type: 'payment',
    id: payment,
    number: null,
    title: 'P-1 Café Zoë',
    amount: '5.00',
    currency: 'EUR',
  });
});

test('a write about many records, or with an id of nothing, has no subject', () => {
  assert.equal(subjectOf({ arguments: { ids: [sale] }, preview: { result: { data: [] } } }), null);
  assert.equal(subjectOf({ arguments: { id: 'nonsense' }, preview: { result: {} } }), null);
});

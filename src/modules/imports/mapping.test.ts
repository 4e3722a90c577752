import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { mappingFor } from './mapping.ts';

test('columns are known by the names that they usually have, however they are written', () => {
  const header = ['Customer ID', 'companyName', 'E-Mail', 'ZIP', 'Country', 'Shoe size'];
  assert.deepEqual(mappingFor({ kind: 'clients' }, [{ header }]), {
    company: 'companyName',
    external_id: 'Customer ID',
    email: 'E-Mail',
    postal_code: 'ZIP',
    country: 'Country',
  });
});

test('what is told goes before what is guessed, and no column serves twice', () => {
  const header = ['id', 'name', 'company'];
  const mapping = mappingFor({ kind: 'clients', mapping: { name: 'company', legal_name: 'name' } }, [{ header }]);
  assert.deepEqual(mapping, { name: 'company', legal_name: 'name', external_id: 'id' });
});

test('columns of both files of a sale are found', () => {
  const lines = { header: ['order_id', 'product_id', 'quantity'] };
  const heads = { header: ['order_id', 'customer_id', 'order_date', 'freight'] };
  assert.deepEqual(mappingFor({ kind: 'sales' }, [lines, heads]), {
    quantity: 'quantity',
    sale: 'order_id',
    date: 'order_date',
    client: 'customer_id',
    product: 'product_id',
    shipping: 'freight',
  });
});

test('a field that every record needs is asked for with the columns to choose from, unless it has a default', () => {
  const header = ['order', 'when', 'pieces'];
  assert.throws(
    () => mappingFor({ kind: 'sales' }, [{ header }]),
    refused('validation_failed', ({ errors }) => {
      const told = errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
      assert.deepEqual(told, [
        ['/mapping/date', 'required'],
        ['/mapping/quantity', 'required'],
      ]);
      assert.match(errors[0].message, /order, when, pieces/);
    }),
  );
  const mapping = mappingFor({ kind: 'sales', mapping: { date: 'when' }, defaults: { quantity: '1' } }, [{ header }]);
  assert.deepEqual(mapping, { date: 'when', sale: 'order' });
});

test('fields and columns that are not there are named', () => {
  const asked = { kind: 'clients', mapping: { nmae: 'nickname', email: 'Mail' }, defaults: { colour: 'red' } } as const;
  assert.throws(
    () => mappingFor(asked, [{ header: ['name', 'nickname'] }]),
    refused('validation_failed', ({ errors }) =>
      assert.deepEqual(
        errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
        [
          ['/mapping/nmae', 'unknown_field'],
          ['/defaults/colour', 'unknown_field'],
          ['/mapping/email', 'unknown_column'],
        ],
      ),
    ),
  );
});

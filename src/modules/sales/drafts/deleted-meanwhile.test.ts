import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { asOwner } from '../../../../test/support/database.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { BusinessError } from '../../../operation/errors.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);

test('a client or an article that is deleted meanwhile is refused, and leaves nothing behind', async () => {
  const deletedMeanwhile = (statement: string, input: object) =>
    asOwner(world.database.ownerUrl, async (owner) => {
      await owner.query('begin');
      await owner.query(statement);
      const selling = call('create_sale', input).catch((error: unknown) => error);
      await setTimeout(200);
      await owner.query('commit');
      return selling;
    });
  const client = await shop.client({ external_id: 'goes' });
  const toClient = { lines: [{ name: 'Item', quantity: '1', unit_price: '1' }], client_id: client.id, confirm: true };
  const ofClient = await deletedMeanwhile("delete from clients where external_id = 'goes'", toClient);
  assert.ok(ofClient instanceof BusinessError);
  assert.equal(ofClient.kind.code, 'client_not_active');
  const variant = await shop.product({ external_id: 'goes' });
  const ofGoods = { lines: [{ variant_id: variant.id, quantity: '1' }] };
  const sold = await deletedMeanwhile("delete from products where external_id = 'goes'", ofGoods);
  assert.ok(sold instanceof BusinessError);
  assert.equal(sold.kind.code, 'variant_not_sold');
});

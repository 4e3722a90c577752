import assert from 'node:assert/strict';
import { catalogue } from '../../src/catalogue.ts';
import { sampleOf } from './samples.ts';
import type { Shop } from './shop/fill.ts';

/** Samples that name a record of a kind that no other call of the shop needs. */
const named = {
  vret: 'get_vat_return',
  vpay: 'void_vat_payment',
  accr: 'void_accrual',
  sched: 'end_schedule',
  alink: 'revoke_accountant_link',
  srep: 'pause_scheduled_report',
  rrun: 'revoke_report_run',
  rlink: ['revoke_report_run', 'link_id'],
  akey: 'get_api_key',
};

/** Ids of such records, by prefix, beside those of the shop. */
export async function otherRecords(shop: Shop): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [prefix, place] of Object.entries(named)) {
    const [name = '', field = 'id'] = [place].flat();
    const operation = catalogue.find((one) => one.name === name);
    assert.ok(operation, name);
    if (shop.ids[prefix] !== undefined) continue;
    ids.set(prefix, String(Reflect.get((await sampleOf(shop, operation)).input, field)));
  }
  return ids;
}

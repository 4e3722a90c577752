import assert from 'node:assert/strict';
import type { Wire } from './world.ts';

const cents = (amount: string) => BigInt(amount.replace('.', ''));
const scaled = (quantity: string) => Math.round(Number(quantity) * 100_000);

/** Reads every page, and checks that they add up to what the drill-down says the figure is, and to the figure. */
export function behindOf(ask: (name: string, input?: object) => Promise<Wire>) {
  return async (
    name: string,
    asked: object,
    place: { readonly row: string; readonly column?: string },
    figure: string,
  ): Promise<void> => {
    const input = { name, ...asked, ...place };
    const about = JSON.stringify(input);
    const data: Wire[] = [];
    let [cursor, total, unit]: (string | undefined)[] = [];
    do {
      const page: Wire = await ask('get_report_drilldown', { ...input, limit: 20, ...(cursor ? { cursor } : {}) });
      data.push(...page.data);
      cursor = page.next_cursor ?? undefined;
      [total, unit] = [page.total, page.unit];
      assert.equal(page.has_more, cursor !== undefined);
    } while (cursor !== undefined);
    if (unit === 'quantity') {
      assert.equal(scaled(total ?? ''), scaled(figure), about);
      assert.equal(
        data.reduce((sum, { amount }) => sum + scaled(amount), 0),
        scaled(figure),
        about,
      );
    } else {
      assert.equal(total, figure, about);
      assert.equal(
        data.reduce((sum, { amount }) => sum + cents(amount), 0n),
        cents(figure),
        about,
      );
    }
    assert.equal(new Set(data.map(({ date, id }) => `${date} ${id}`)).size, data.length, about);
    const keys = data.map(({ date }) => date);
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => (a < b ? -1 : 1)),
      about,
    );
  };
}

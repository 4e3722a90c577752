import type { Wire } from '../../support/world.ts';
import type { Day } from '../business.ts';

/**
 * Goods come back, some of them broken; money is given back, at once or on its way for a while, and taken back again
 * where that was a mistake. Some is given to whoever asks for it loudly enough.
 */
export const giveBack: Day = {
  name: 'give back',
  weight: 3,
  needs: ['return_sale', 'refund_payment', 'refund_client', 'complete_refund', 'fail_refund', 'void_refund'],
  run: async ({ dice, amount, chance, clients, kept, attempt }) => {
    const [sales, payments, refunds] = [kept('sales'), kept('payments'), kept('refunds')];
    const onTheirWay = kept('refunds on their way');
    if (onTheirWay.length > 0 && chance(35)) {
      const { id } = dice.one(onTheirWay);
      if (chance(60)) return attempt('complete_refund', { id });
      return attempt('fail_refund', { id, reason: 'The account is closed.' });
    }
    if (refunds.length > 0 && chance(15)) return attempt('void_refund', { id: dice.one(refunds).id });
    const keep = (made: readonly Wire[]) => {
      refunds.push(...made);
      onTheirWay.push(...made.filter(({ status }) => status === 'pending'));
    };
    const pending = chance(30) ? { pending: true } : {};
    if (chance(15)) {
      const asked = { ...(chance(60) && { amount: amount(3_000) }), ...(chance(30) && { beyond_credit: true }) };
      const given = { id: dice.one(clients).id, method: 'Bank transfer', reason: 'other', ...asked, ...pending };
      const answer = await attempt('refund_client', given);
      keep(answer?.refunds ?? []);
      return answer;
    }
    if (payments.length > 0 && chance(40)) {
      const part = chance(60) ? { amount: amount(5_000) } : {};
      const refund = await attempt('refund_payment', { id: dice.one(payments).id, ...part, ...pending });
      if (refund !== undefined) keep([refund]);
      return refund;
    }
    if (sales.length === 0) return undefined;
    const sale = dice.one(sales);
    const [line] = sale.lines ?? [];
    const some = { lines: [{ line_id: line?.id, quantity: dice.one(['0.5', '1']), restock: chance(70) }] };
    const money = dice.one([
      {},
      { refund: { method: 'Cash', ...pending } },
      { refund: { destination: 'client_credit' } },
    ]);
    const returned = await attempt('return_sale', { id: sale.id, ...(chance(60) && some), ...money });
    keep(returned?.refunds ?? []);
    if (returned !== undefined) kept('returns').push(returned);
    return returned;
  },
};

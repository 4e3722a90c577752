import type { Wire } from '../../support/world.ts';
import type { Business, Day } from '../business.ts';

/**
 * Takings go to the bank, gateways pay out less than they took, money is changed into another currency, and what was
 * written down wrong is corrected.
 */
export const moveMoney: Day = {
  name: 'move money',
  weight: 2,
  needs: ['create_transfer', 'update_transfer', 'void_transfer'],
  run: async (business) => {
    const { chance, dice, kept, attempt } = business;
    const transfers = kept('money moved');
    if (transfers.length > 0 && chance(20)) return attempt('void_transfer', { id: dice.one(transfers).id });
    if (transfers.length > 0 && chance(25)) {
      const { id } = dice.one(transfers);
      const day = chance(40) ? { transfer_date: business.today() } : {};
      const fee = chance(30) ? { fee_amount: business.amount(200) } : {};
      return attempt('update_transfer', { id, ...(chance(70) && { amount: business.amount(20_000) }), ...day, ...fee });
    }
    const [till, bank] = await placesOf(business);
    const [from, to] = chance(50) ? [till, bank] : [bank, till];
    const made = await attempt('create_transfer', {
      from_account_id: from,
      to_account_id: to,
      ...(chance(50) ? withinBase(business) : changed(business)),
    });
    if (made !== undefined) transfers.push(made);
    return made;
  },
};

async function placesOf({ attempt }: Business): Promise<[string | undefined, string | undefined]> {
  const { data } = await attempt('list_accounts', { limit: 100 });
  const id = (code: string) => data.find((account: Wire) => account.code === code)?.id;
  return [id('1000'), id('1010')];
}

function withinBase({ amount, chance }: Business): object {
  return { amount: amount(30_000), ...(chance(40) && { fee_amount: amount(300) }) };
}

/** Of what foreign clients paid, more than there is of it or less, into the base currency or a third one. */
function changed({ dice, amount, chance }: Business): object {
  const currency = dice.one(['USD', 'EUR', 'JPY', 'KWD']);
  const into = dice.one([{ to_currency: 'USD', to_amount: '7.5' }, { to_currency: 'EUR', to_amount: '8.25' }, {}]);
  const rate = chance(40) ? { exchange_rate: dice.one(['0.91', '1.2', '0.0061']) } : {};
  return {
    currency,
    amount: dice.one(['1', '25', '400']),
    ...into,
    ...rate,
    ...(chance(10) && { to_amount: amount(9) }),
  };
}

import type { Business, Day } from '../business.ts';

/** Lines of every shape: goods and work, discounts on them, taxes on top of each other or none, and empties back. */
export function linesOf(business: Business): object[] {
  const { dice, chance, taxes } = business;
  const sold = soldBy(business);
  if (!chance(15)) return sold;
  const empties = { name: 'Empties', quantity: dice.one(['-1', '-6', '-0.5']), unit_price: dice.one(['0.15', '3.1']) };
  return dice.one([
    [...sold, { ...empties, tax_rate_ids: [dice.one(taxes)] }],
    [{ ...empties, tax_rate_ids: [] }, ...sold],
  ]);
}

function soldBy({ dice, amount, chance, goods, taxes }: Business): object[] {
  return Array.from({ length: 1 + dice.below(4) }, () => {
    const rates = chance(20) ? [] : chance(15) ? taxes.slice(0, 2) : [dice.one(taxes)];
    const discounts = [
      { type: 'percent', value: dice.one(['7', '33.333', '100']) },
      { type: 'amount', value: amount(900) },
    ];
    const more = { tax_rate_ids: rates, ...(chance(20) && { discount: dice.one(discounts) }) };
    if (chance(50)) return { variant_id: dice.one(goods).id, quantity: dice.one(['1', '2', '0.5', '3']), ...more };
    return { name: 'Work', quantity: dice.one(['1', '1.25', '40']), unit_price: amount(20_000), ...more };
  });
}

type SaleAsked = {
  readonly client_id: string;
  readonly lines: object[];
  readonly prices_include_tax: boolean;
  readonly discounts?: object[];
  readonly charges?: object[];
};

/** A sale with all that may be said of it. */
export function saleOf(business: Business): SaleAsked {
  const { dice, amount, chance, clients, taxes } = business;
  const discounts = [
    { type: 'percent', value: dice.one(['2', '12.5', '100']) },
    { type: 'amount', value: amount(500), applies: dice.one(['before_tax', 'after_tax']) },
  ];
  return {
    lines: linesOf(business),
    client_id: dice.one(clients).id,
    prices_include_tax: chance(50),
    ...(chance(25) && { discounts: [dice.one(discounts)] }),
    ...(chance(25) && { charges: [{ kind: 'shipping', amount: amount(900), tax_rate_ids: taxes.slice(0, 1) }] }),
  };
}

export const sell: Day = {
  name: 'sell on account',
  weight: 5,
  needs: ['create_sale'],
  run: async (business) => {
    const sale = await business.attempt('create_sale', { ...saleOf(business), confirm: true });
    if (sale !== undefined) business.kept('sales').push(sale);
  },
};

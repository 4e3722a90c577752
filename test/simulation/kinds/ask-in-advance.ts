import type { Wire } from '../../support/world.ts';
import type { Business, Day } from '../business.ts';
import { saleOf } from './sell.ts';

/** Deposits are asked for on quotes, paid or not, credited, and taken off the last invoice. */
export const askInAdvance: Day = {
  name: 'ask in advance',
  weight: 4,
  needs: ['create_document', 'accept_document', 'convert_document', 'credit_document'],
  run: async (business) => {
    const { kept, chance, dice } = business;
    const quotes = kept('quotes');
    if (quotes.length === 0 || chance(35)) return quote(business);
    const place = dice.below(quotes.length);
    if (chance(40)) return convert(business, quotes.splice(place, 1)[0]);
    const deposits = kept('deposits');
    if (deposits.length === 0 || chance(50)) return ask(business, quotes[place]);
    return settle(business, deposits.splice(dice.below(deposits.length), 1)[0]);
  },
};

async function quote(business: Business): Promise<void> {
  const { attempt, kept } = business;
  const { client_id, lines } = saleOf(business);
  const paper = await attempt('create_document', { type: 'quote', client_id, lines, issue: true });
  const accepted = paper && (await attempt('accept_document', { id: paper.id }));
  if (accepted !== undefined) kept('quotes').push(accepted);
}

async function ask(business: Business, of: Wire): Promise<void> {
  const { attempt, kept, chance, amount, dice } = business;
  const part = chance(70) ? { deposit_percent: String(1 + dice.below(60)) } : { deposit_amount: amount(3_000) };
  const given = { type: 'deposit_invoice', deposit_for_id: of?.id, ...part, issue: true };
  const paper = await attempt('create_document', given);
  if (paper !== undefined) kept('deposits').push(paper);
}

async function settle({ attempt, amount, chance }: Business, { id, sale_id }: Wire): Promise<void> {
  const part = chance(35) ? { amount: amount(2_000) } : {};
  if (chance(75)) await attempt('pay_sale', { id: sale_id, method: 'Bank transfer', ...part });
  if (chance(20)) await attempt('credit_document', { id, refund: { destination: 'original_method' } });
  if (chance(5)) await attempt('write_off_sale', { id: sale_id, reason: 'Gone.' });
}

/** A deposit of which nothing is paid stands in the way, unless the invoice leaves it out. */
async function convert({ attempt, kept, chance }: Business, of: Wire): Promise<void> {
  const made = await attempt('convert_document', { id: of?.id, issue: true });
  if (made !== undefined || chance(50)) return;
  const left = await attempt('convert_document', { id: of?.id });
  const given = { type: 'invoice', sale_id: left?.sale.id, deposit_ids: [], issue: true };
  const paper = left && (await attempt('create_document', given));
  if (paper !== undefined) kept('bills').push(paper);
}

import type { Wire } from '../../support/world.ts';
import type { Business, Day } from '../business.ts';
import { saleOf } from './sell.ts';

/** Invoices are issued, at once or from a draft, raised by a debit note, corrected, credited and voided. */
export const writeDocuments: Day = {
  name: 'write documents',
  weight: 3,
  needs: ['create_document', 'issue_document', 'correct_invoice', 'credit_document', 'void_document'],
  run: async (business) => {
    const { kept, chance, dice } = business;
    const bills = kept('bills');
    if (bills.length === 0 || chance(55)) return bill(business);
    const [paper] = bills.splice(dice.below(bills.length), 1) as [Wire];
    await dice.one([issue, pay, raise, correct, credit, cancel])(business, paper);
  },
};

async function bill(business: Business): Promise<void> {
  const { attempt, kept, chance } = business;
  const { client_id, lines } = saleOf(business);
  const paper = await attempt('create_document', { type: 'invoice', client_id, lines, issue: chance(70) });
  if (paper !== undefined) kept('bills').push(paper);
}

async function issue({ attempt, kept }: Business, { id }: Wire): Promise<void> {
  const paper = await attempt('issue_document', { id });
  if (paper !== undefined) kept('bills').push(paper);
}

async function pay({ attempt, kept, chance, amount }: Business, paper: Wire): Promise<void> {
  const part = chance(40) ? { amount: amount(5_000) } : {};
  await attempt('pay_sale', { id: paper.sale_id, method: 'Bank transfer', ...part });
  kept('bills').push(paper);
}

async function raise(
  { attempt, kept, amount, dice, taxes }: Business,
  { id: corrects_document_id }: Wire,
): Promise<void> {
  const lines = [{ name: 'Forgotten', quantity: '1', unit_price: amount(4_000), tax_rate_ids: [dice.one(taxes)] }];
  const given = { type: 'debit_note', corrects_document_id, lines, issue: true, correction_reason: 'Forgotten.' };
  const paper = await attempt('create_document', given);
  if (paper !== undefined) kept('bills').push(paper);
}

async function correct(business: Business, { id }: Wire): Promise<void> {
  const { attempt, kept, chance } = business;
  const { client_id, lines } = saleOf(business);
  const changes = { ...(chance(60) && { lines, discounts: [] }), ...(chance(20) && { client_id }), po_number: 'PO-1' };
  const paper = await attempt('correct_invoice', { id, correction_reason: 'Wrong.', ...changes });
  if (paper !== undefined) kept('bills').push(paper);
}

async function credit({ attempt, kept, chance }: Business, paper: Wire): Promise<void> {
  const part = chance(50) ? { lines: [{ position: 1, restock: chance(70) }] } : {};
  const refund = chance(40) ? { refund: { destination: 'original_method' } } : {};
  await attempt('credit_document', { id: paper.id, correction_reason: 'Too much.', ...part, ...refund });
  if (chance(50)) kept('bills').push(paper);
}

async function cancel({ attempt }: Business, { id }: Wire): Promise<void> {
  await attempt('void_document', { id, reason: 'By mistake.' });
}

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { tool } from '../../../../test/support/tools.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { BusinessError } from '../../../operation/errors.ts';

const world = await createWorld();
const sequencesMax = 10;

/** One thing that somebody may do next with expenses; `pick` chooses on which, `amount` in cents. */
const Step = fc.record({
  deed: fc.constantFrom('draft', 'spend', 'post', 'edit', 'pay', 'take_back', 'void', 'submit', 'approve', 'reject'),
  pick: fc.nat(1_000),
  amount: fc.integer({ min: 1, max: 20_000 }),
});
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

test('whatever is spent and in what order, expenses, payments and ledger agree', async (context) => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const as = await world.found('Spender');
      const play = await openBusiness(as);
      for (const step of steps) await play(step);
      hledgerAgrees(context, (await world.call('export_ledger', { format: 'hledger' }, { as })).content);
    }),
    { numRuns: sequencesMax, endOnFailure: true },
  );
});

/** Refusals are expected here; any other error is a failure. */
async function openBusiness(as: typeof world.ana): Promise<(step: Step) => Promise<void>> {
  const fixture = createExpenseFixture(world, as);
  const rates: string[] = [];
  for (const [percentage, recoverable_percent] of [
    ['19', '100'],
    ['7', '33.333333'],
    ['21', '0'],
  ]) {
    const input = { name: `Tax ${percentage}`, percentage, recoverable_percent };
    rates.push((await world.call('create_tax_rate', input, { as })).id);
  }
  const expenses: Wire[] = [];
  const of = <Item>(items: readonly Item[], pick: number) => items[pick % items.length];
  const cents = (amount: number) => (amount / 100).toFixed(2);
  const input = ({ pick, amount }: Step) => ({
    payee_name: `Payee ${pick % 3}`,
    amounts_include_tax: pick % 2 === 0,
    lines: [
      { category: 'Travel', amount: cents(amount), tax_rate_ids: rates.slice(pick % 3) },
      { category: 'Equipment', amount: cents(1 + (pick % 500)), tax_rate_ids: rates.slice(0, 1 + (pick % 2)) },
      { category: 'Goods and materials', amount: '0.01', tax_rate_ids: rates.slice(1, 2) },
    ],
    ...(pick % 4 === 0 && { method: 'Cash' }),
    ...(pick % 4 === 1 && { paid_by: 'member' }),
  });
  const expense = (pick: number) => ({ id: of(expenses, pick)?.id });
  const deeds: Readonly<Record<Step['deed'], (step: Step) => Promise<unknown>>> = {
    draft: async (step) => expenses.push(await fixture.keyed('create_expense', input(step))),
    spend: async (step) => expenses.push(await fixture.keyed('create_expense', { ...input(step), post: true })),
    post: ({ pick }) => fixture.keyed('post_expense', expense(pick)),
    edit: (step) => fixture.keyed('update_expense', { ...expense(step.pick), lines: input(step).lines }),
    pay: ({ pick, amount }) =>
      fixture.keyed('pay_expense', { ...expense(pick), amount: cents(amount), method: 'Cash' }),
    take_back: async ({ pick, amount }) => {
      const { payments } = await fixture.expense(of(expenses, pick) ?? {});
      return fixture.keyed('void_expense_payment', { id: of(payments as Wire[], amount)?.id });
    },
    void: ({ pick }) => fixture.keyed('void_expense', expense(pick)),
    submit: ({ pick }) => fixture.keyed('submit_expense', expense(pick)),
    approve: ({ pick }) => fixture.keyed('approve_expense', expense(pick)),
    reject: ({ pick }) => fixture.keyed('reject_expense', { ...expense(pick), reason: 'No.' }),
  };
  return async (step) => {
    await deeds[step.deed](step).catch((error: unknown) => {
      if (!(error instanceof BusinessError)) throw error;
    });
    await fixture.booksAgree();
  };
}

/** A program that nobody here wrote finds that every entry balances, and all of them together. */
function hledgerAgrees(context: TestContext, journal: string): void {
  const hledger = tool(context, 'hledger', 'balances of expenses by hledger');
  if (hledger === undefined) return;
  const checked = hledger.on(journal, 'check', '--strict', 'ordereddates', '-f', 'FILE');
  assert.ok(checked.ok, checked.errors);
  const { output } = hledger.on(journal, 'balance', '-f', 'FILE', '--flat');
  assert.match(output, /(?:^|\n)\s*0\s*$/);
}

import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { BusinessError, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Money } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { accountChoice, chosenAccount, controlAccount } from '../../ledger/index.ts';
import { amountExceedsDue } from '../../payments/index.ts';
import { ambiguousName, currencyMismatch } from '../../sales/index.ts';
import { stillOpen } from './adjustments.ts';
import { scheduledPaymentPaid } from '../scheduled-payments/scheduled-payment.ts';
import { bookLine } from './book-line.ts';
import { lineMatchedEvent } from './events.ts';
import { findInvoices, type FoundInvoice, InvoicesPaid } from './find-invoices.ts';
import { findLine, lineSought } from './find-line.ts';
import { lockOpenLines, type LockedLine } from './lock-lines.ts';
import { MatchedLine } from './match.ts';
import { givesUp, settlingInput } from './match-input.ts';
import { bankLineUnclear, lineNotOpen, matchIncomplete } from './refusals.ts';
import type { Share, Surplus } from './shares.ts';

const residuals = ['open', 'write_off', 'credit', 'account'] as const;

const Input = z.strictObject({
  ...lineSought,
  invoices: InvoicesPaid.optional().describe('Sales or bills that it pays.'),
  ...settlingInput,
  residual: z
    .enum(residuals)
    .default('open')
    .describe(
      'What they still owe stays `open`, or `write_off`: a sale as a bad debt, a bill as less cost and input tax. ' +
        'What came beyond it is `credit` of the party, or goes to the `account` of account_id.',
    ),
  ...accountChoice,
});

const ReconciledInvoice = z.object({
  sale_id: Id('sale').nullable(),
  expense_id: Id('expense').nullable(),
  number: z.string(),
  amount_paid: Money.describe('By this line.'),
  amount_let_off: Money.describe('Discounted or written off beside it.'),
  amount_due: Money.describe('What it still owes.'),
});

export const reconcilePayment = operation({
  name: 'reconcile_payment',
  summary: 'Find the bank line of a payment and settle the invoices or bills that it pays.',
  guidance:
    'Takes what people know, such as "the 1,185 of Tuesday is for INV-12 and INV-13, less 2 %". Where several lines ' +
    'fit, or none, it names candidates. unmatch_bank_line takes all of it back.',
  http: 'POST /bank-lines/reconcile-payment',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  paysOut: true,
  risky: givesUp,
  undo: undoneBy('unmatch_bank_line'),
  input: Input,
  output: MatchedLine.extend({
    invoices: z.array(ReconciledInvoice),
    amount_credited: Money.describe('What came beyond them and is credit of the party.'),
  }),
  refuses: [
    notFound,
    validationFailed,
    ambiguousName,
    currencyMismatch,
    bankLineUnclear,
    lineNotOpen,
    matchIncomplete,
    amountExceedsDue,
    controlAccount,
    exchangeRateMissing,
  ],
  emits: [lineMatchedEvent, scheduledPaymentPaid],
  async run(context, { invoices = [], residual, account_id, account_code, ...input }) {
    if (invoices.length === 0) throw invoicesWanted();
    const found = await findInvoices(context, invoices);
    const surplus = await surplusOf(context, residual, { account_id, account_code });
    const line = await lineOf(context, input, found);
    const targets = found.map(({ side, id }, index) => ({ [`${side}_id`]: id, amount: invoices[index]?.amount }));
    const { fee_amount, discount_percent, residual_reason, tax_relief } = input;
    const rest = residual === 'write_off' ? residual : undefined;
    const settling = { fee_amount, discount_percent, residual: rest, residual_reason, tax_relief };
    const booked = await bookLine(context, { line, others: [] }, { ...settling, targets, surplus }).catch(
      (error: unknown) => {
        throw ofInvoices(error);
      },
    );
    const open = await stillOpen(context, found);
    const isShort = found.some(({ id }, index) => invoices[index]?.amount === undefined && open.has(id));
    if (isShort && (residual === 'credit' || residual === 'account')) {
      throw fault('/residual', 'nothing_over', 'The money does not cover what they owe: write `open` or `write_off`.');
    }
    return { ...booked.line, ...settled(found, { shares: booked.shares, open }) };
  },
});

function invoicesWanted(): Error {
  const message =
    'Name the invoices or bills that it pays: an amount alone proves nothing. suggest_bank_matches says what a line ' +
    'may be.';
  return fault('/invoices', 'required', message);
}

type Choice = Pick<z.output<typeof Input>, 'account_id' | 'account_code'>;

/** Money that nothing needs is never put anywhere without a word. */
async function surplusOf(context: Context, residual: (typeof residuals)[number], choice: Choice): Promise<Surplus> {
  if (residual === 'account') {
    const { id } = await chosenAccount(context, choice);
    return { accountId: id, pointer: choice.account_id === undefined ? '/account_code' : '/account_id' };
  }
  if (choice.account_id !== undefined || choice.account_code !== undefined) {
    throw fault('/account_id', 'not_used', 'Leave it out, or send `residual` as account.');
  }
  return residual === 'credit' ? 'credit' : 'refused';
}

async function lineOf(
  context: Context,
  sought: z.output<z.ZodObject<typeof lineSought>>,
  [first]: readonly FoundInvoice[],
): Promise<LockedLine> {
  const id = await findLine(context, sought, first?.side === 'expense' ? 'out' : 'in');
  const [line] = await lockOpenLines(context, [id]);
  if (line === undefined) throw notFound();
  if (first !== undefined && first.currency !== line.currency) {
    const hint =
      `${first.number} is in ${first.currency} and the line in ${line.currency}: record the payment in ` +
      `${first.currency} with its exchange_rate, then match the line with its entry by match_bank_line.`;
    throw currencyMismatch({ invoice: first.number, currency: first.currency, paid_in: line.currency, hint });
  }
  return line;
}

/** Refusals speak of what the caller wrote. */
function ofInvoices(error: unknown): unknown {
  if (!(error instanceof BusinessError)) return error;
  const { kind, details } = error;
  if (kind.code === matchIncomplete.code) {
    const hint =
      'Name all that it pays. What came beyond that: send `residual` as credit, or as account with `account_id`.';
    return matchIncomplete({ ...details, hint });
  }
  const errors = details.errors?.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/targets/, '/invoices') }));
  return errors === undefined ? error : new BusinessError(kind, { ...details, errors });
}

type Outcome = { readonly shares: readonly Share[]; readonly open: ReadonlyMap<string, bigint> };

function settled(found: readonly FoundInvoice[], { shares, open }: Outcome) {
  const currency = found[0]?.currency ?? '';
  const sumOf = (fits: (share: Share) => boolean) => sum(shares.filter(fits).map(({ amount }) => amount));
  return {
    invoices: found.map(({ id, side, number, open: before }) => {
      const paid = sumOf((share) => share.id === id);
      const due = open.get(id) ?? 0n;
      return {
        sale_id: side === 'sale' ? id : null,
        expense_id: side === 'expense' ? id : null,
        number,
        amount_paid: money(paid, currency),
        amount_let_off: money(before - paid - due, currency),
        amount_due: money(due, currency),
      };
    }),
    amount_credited: money(
      sumOf(({ kind }) => kind === 'client' || kind === 'supplier'),
      currency,
    ),
  };
}

/** The calls that put a line into the books, by what its shares are. */
import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context, Operation } from '../../../operation/operation.ts';
import { Id, type Prefixed } from '../../../wire/index.ts';
import { createSupplierPayment } from '../../expenses/index.ts';
import { dimensionValuesNamed } from '../../dimensions/index.ts';
import {
  accountsByRole,
  createJournalEntry,
  loadAccounts,
  refuseLackingDimensions,
  type RequiredDimension,
  requiredDimensions,
} from '../../ledger/index.ts';
import { createPayment, createTransfer, refundPayment } from '../../payments/index.ts';
import { baseOf } from '../../exchange/index.ts';
import { tender } from '../accounts/tender.ts';
import type { LockedLine } from './lock-lines.ts';
import type { AccountShare, CreditShare, ItemShare, ReturnShare, Share } from './shares.ts';

export type MadeType = 'payment' | 'refund' | 'supplier_payment' | 'money_transfer' | 'journal_entry';

/** A record to make, and the lines that its entries are matched with. */
export type Deed = {
  readonly makes: MadeType;
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly lines: readonly LockedLine[];
  readonly itemIds: readonly string[];
};

export type Matching = {
  readonly line: LockedLine;
  readonly fee: bigint;
  readonly memo: string | undefined;
  /** The other line of a transfer. */
  readonly others: readonly LockedLine[];
  readonly settling: Settling;
};

/** What the caller said of sales and expenses that the money does not pay in full. */
export type Settling = {
  /** True where the caller named the discount, which is then granted or taken even if late. */
  readonly isDiscounted: boolean;
  readonly isWrittenOff: boolean;
};

/** In wire form, as any other caller would write them. */
export async function deedsFor(context: Context, matching: Matching, shares: readonly Share[]): Promise<Deed[]> {
  const received = shares.flatMap((share) => (share.kind === 'sale' || share.kind === 'client' ? share : []));
  const paid = shares.flatMap((share) => (share.kind === 'expense' || share.kind === 'supplier' ? share : []));
  const returned = shares.filter((share) => share.kind === 'payment');
  const accounts = shares.filter((share) => share.kind === 'account');
  const transfers = shares.filter((share) => share.kind === 'bank_line');
  const halves = shares.filter((share) => share.kind === 'bank_account');
  if (transfers.length > 0 && shares.length > 1) {
    throw fault('/targets', 'transfer_alone', 'The other line of a transfer is its only target.');
  }
  const payers = byParty(received);
  if (matching.fee > 0n && payers.length > 1) {
    throw fault('/fee_amount', 'one_payer', 'A fee is of one payment: name the sales of one client.');
  }
  return [
    ...(await Promise.all(payers.map((own) => payment(context, matching, own)))),
    ...(await Promise.all(byParty(paid).map((own) => supplierPayment(context, matching, own)))),
    ...returned.map((share) => refund(matching.line, share)),
    ...(accounts.length > 0 ? await moneyWithoutInvoice(context, matching, accounts) : []),
    ...(await Promise.all(halves.map(({ amount }) => halfTransfer(context, matching.line, amount)))),
    ...(await Promise.all(transfers.map(({ id }) => transfer(context, matching, id)))).flat(),
  ];
}

type Paying = ItemShare | CreditShare;

/** Banks collect payments of many into one line: each client has a payment of its own, and each supplier. */
function byParty(shares: readonly Paying[]): Paying[][] {
  const partyOf = (share: Paying) => ('partyId' in share ? share.partyId : share.id);
  return [...Map.groupBy(shares, partyOf).values()];
}

async function payment(context: Context, { line, fee }: Matching, shares: readonly Paying[]): Promise<Deed> {
  const { allocations, credit, items } = partsOf(shares, line.currency, 'sale_id');
  return {
    makes: 'payment',
    operation: createPayment,
    lines: [line],
    itemIds: items,
    input: {
      ...(await tender(context, line)),
      currency: line.currency,
      amount: text(shares, line.currency),
      fee_amount: formatMoney(money(fee, line.currency)),
      payment_date: line.day,
      reference: line.reference,
      allow_duplicate: true,
      ...(credit === undefined ? {} : { client_id: wire('client', credit) }),
      ...(allocations.length === 0 ? { auto_allocate: 'none' } : { allocations }),
    },
  };
}

/** Money that goes back to a client: the payment is refunded, and what it paid is owed again. */
function refund(line: LockedLine, { id, amount }: ReturnShare): Deed {
  return {
    makes: 'refund',
    operation: refundPayment,
    lines: [line],
    itemIds: [id],
    input: {
      id: wire('payment', id),
      account_id: wire('account', line.accountId),
      amount: formatMoney(money(amount, line.currency)),
      refund_date: line.day,
      reference: line.reference,
    },
  };
}

async function supplierPayment(context: Context, matching: Matching, shares: readonly Paying[]): Promise<Deed> {
  const { line, settling } = matching;
  const { allocations, credit, items } = partsOf(shares, line.currency, 'expense_id', settling);
  return {
    makes: 'supplier_payment',
    operation: createSupplierPayment,
    lines: [line],
    itemIds: items,
    input: {
      ...(await tender(context, line)),
      currency: line.currency,
      amount: text(shares, line.currency),
      payment_date: line.day,
      reference: line.reference,
      ...(credit === undefined ? {} : { supplier_id: wire('client', credit), keep_credit: true }),
      ...(allocations.length === 0 ? {} : { allocations }),
    },
  };
}

function partsOf(shares: readonly Paying[], currency: string, field: 'sale_id' | 'expense_id', settling?: Settling) {
  const named = shares.flatMap((share) => (share.kind === 'sale' || share.kind === 'expense' ? share : []));
  const items = field === 'expense_id' ? joined(named) : named;
  const credit = shares.find((share) => share.kind === 'client' || share.kind === 'supplier');
  const kind = field === 'sale_id' ? 'sale' : 'expense';
  return {
    items: items.map(({ id }) => id),
    credit: credit?.id,
    allocations: items.map((item) => ({
      [field]: wire(kind, item.id),
      amount: formatMoney(money(item.amount, currency)),
      ...(settling !== undefined && letOff(item, currency, settling)),
    })),
  };
}

/** Parts of one bill that a batch pays are one allocation. */
function joined(items: readonly ItemShare[]): ItemShare[] {
  return [...Map.groupBy(items, ({ id }) => id).values()].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    return { ...first, amount: sum(parts.map((part) => part.amount)), earned: sum(parts.map((part) => part.earned)) };
  });
}

/** What the supplier lets off: the discount that was named, or all that is not paid. */
function letOff(item: ItemShare, currency: string, { isDiscounted, isWrittenOff }: Settling): object {
  if (!isDiscounted && !isWrittenOff) return {};
  const amount = isWrittenOff ? item.open - item.amount : item.earned;
  return { discount_amount: formatMoney(money(amount, currency)) };
}

function text(shares: readonly Paying[], currency: string): string {
  return formatMoney(
    money(
      shares.reduce((total, { amount }) => total + amount, 0n),
      currency,
    ),
  );
}

export const moneyTypes: ReadonlySet<string> = new Set(['cash', 'bank', 'credit_card']);

/** An entry by hand on the accounts that are named; a transfer where one of them holds money. */
async function moneyWithoutInvoice(
  context: Context,
  { line, memo }: Matching,
  shares: readonly AccountShare[],
): Promise<Deed[]> {
  const ids = shares.map(({ id }) => id);
  const [accounts, required] = await Promise.all([loadAccounts(context, ids), requiredDimensions(context)]);
  const isIn = line.amount > 0n;
  const holdsMoney = ({ id }: { readonly id: string }) => moneyTypes.has(accounts.get(id)?.type ?? '');
  const transfers = shares
    .filter(holdsMoney)
    .map(({ id, amount }) => transferDeed(line, isIn ? [id, line.accountId] : [line.accountId, id], amount));
  const plain = shares.filter((share) => !holdsMoney(share));
  if (plain.length === 0) return transfers;
  if (line.currency !== baseOf(context)) {
    throw fault(
      '/targets',
      'foreign_currency',
      `Entries by hand are in ${baseOf(context)}; record this one as an expense.`,
    );
  }
  if (required.length > 0) await checkRequired(context, plain, { required, day: line.day });
  const total = sum(plain.map(({ amount }) => amount));
  const side = (account: string, amount: bigint, isDebit: boolean, dimensions: readonly string[] = []) => ({
    account_id: wire('account', account),
    [isDebit ? 'debit' : 'credit']: formatMoney(money(amount, line.currency)),
    dimension_value_ids: dimensions.map((value) => wire('dimension_value', value)),
  });
  const input = {
    entry_date: line.day,
    memo: memo ?? line.accountName,
    post: true,
    lines: [
      side(line.accountId, total, isIn),
      ...plain.map(({ id, amount, dimensions }) => side(id, amount, !isIn, dimensions)),
    ],
  };
  const entry: Deed = { makes: 'journal_entry', operation: createJournalEntry, input, lines: [line], itemIds: [] };
  return [...transfers, entry];
}

/** Refuses targets that lack a dimension which their account requires, where they stand. */
async function checkRequired(
  context: Context,
  shares: readonly AccountShare[],
  { required, day }: { readonly required: readonly RequiredDimension[]; readonly day: string },
): Promise<void> {
  const given = shares.map(({ dimensions }) => ({ dimension_value_ids: dimensions }));
  const values = await dimensionValuesNamed(context, given);
  const named = shares.map(({ pointer, id, dimensions }) => ({ pointer, account: id, dimensionIds: dimensions }));
  refuseLackingDimensions(named, { required, values, day });
}

/** The line on the other account is matched by itself, which takes the money out of clearing again. */
async function halfTransfer(context: Context, line: LockedLine, amount: bigint): Promise<Deed> {
  const transit = await transitFor(context, [line.accountId]);
  const way = line.amount < 0n ? ([line.accountId, transit] as const) : ([transit, line.accountId] as const);
  return transferDeed(line, way, amount);
}

/** Money that leaves one day and arrives on another is in clearing between the two. */
async function transfer(context: Context, { line, others }: Matching, otherId: string): Promise<Deed[]> {
  const other = others.find(({ id }) => id === otherId);
  if (
    other?.amount !== -line.amount ||
    other.currency !== line.currency ||
    other.bankAccountId === line.bankAccountId
  ) {
    throw fault(
      '/targets/0/bank_line_id',
      'not_opposite',
      'Name a line of another bank account with the opposite amount.',
    );
  }
  const [out, into] = line.amount < 0n ? [line, other] : [other, line];
  const amount = into.amount;
  if (out.day === into.day) return [transferDeed(out, [out.accountId, into.accountId], amount, [out, into])];
  const transit = await transitFor(context, [out.accountId, into.accountId]);
  return [transferDeed(out, [out.accountId, transit], amount), transferDeed(into, [transit, into.accountId], amount)];
}

/** Where money is between two accounts: clearing, unless that is one of them, as it may be of a payment provider. */
async function transitFor(context: Context, accounts: readonly string[]): Promise<string> {
  const { paymentClearing, undeposited } = await accountsByRole(context);
  return accounts.includes(paymentClearing) ? undeposited : paymentClearing;
}

function transferDeed(
  line: LockedLine,
  [from, to]: readonly [string, string],
  amount: bigint,
  lines: readonly LockedLine[] = [line],
): Deed {
  const input = {
    from_account_id: wire('account', from),
    to_account_id: wire('account', to),
    currency: line.currency,
    amount: formatMoney(money(amount, line.currency)),
    transfer_date: line.day,
    reference: line.reference,
  };
  return { makes: 'money_transfer', operation: createTransfer, input, lines, itemIds: [] };
}

function wire(kind: Prefixed, id: string): string {
  return z.encode(Id(kind), id);
}

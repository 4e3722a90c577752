import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { at } from '../../../core/list.ts';
import { shareOut } from '../../../core/share.ts';
import { formatMoney, money } from '../../../core/money.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
  type OperationName,
} from '../../../operation/errors.ts';
import { needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Id, Version } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { type AccountsByRole, accountsByRole, post } from '../../ledger/index.ts';
import {
  ambiguousName,
  amountFrom,
  applyPaid,
  clientRequired,
  costedReturn,
  dueOf,
  lockSale,
  planReturn,
  returnedBefore,
  returnExceedsSold,
  returnInput,
  type ReturnInput,
  returnPostings,
  Sale,
  saleCompleted,
  saleExternalIdTaken,
  saleRecord,
  saleReturned,
  type SaleRow,
  saleUpdated,
  statusOf,
  type StoredSale,
  writeReturn,
} from '../../sales/index.ts';
import { goodsLeft, locationNotActive, returnParts, stockEvents } from '../../stock/index.ts';
import { type DiscountChange, discountsOf, loseDiscounts, losing, noChange } from '../discounts/lost-discounts.ts';
import { methodArchived } from '../payment.ts';
import { methodsOf } from '../methods/payment-method.ts';
import { heldBySale, nothingHeld, partOf, without } from '../credit/held.ts';
import { planRefund, type RefundPlan, type Way, wayOf } from '../refunds/plan-refund.ts';
import { paymentRefunded, Refund, refundExceedsRefundable, type RefundRecord, wayInput } from '../refunds/refund.ts';
import { refundRecord } from '../refunds/refund-row.ts';
import { allocationsOfPayers, lockPayers, payersWith, writeRefunds } from '../refunds/refund-store.ts';
import type { StoredPayment } from '../store.ts';
import { recover } from './write-off.ts';

export const RefundGiven = z.strictObject({
  ...wayInput,
  amount: Amount.optional().describe(
    'Default: the whole overpayment left by the return. The rest becomes credit of the client.',
  ),
});

export const returnSale = operation({
  name: 'return_sale',
  summary: 'Return goods of a sale: credit them at their sale price, restock, and optionally refund.',
  guidance:
    'Without `lines`, everything left of the sale is returned. Any overpayment becomes credit of the client, ' +
    'or is refunded with `refund`.',
  http: 'POST /sales/{id}/return',
  effect: 'write',
  permission: 'sales:void',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneBy('void_sale'),
  input: z.strictObject({
    id: Id('sale'),
    ...returnInput,
    refund: RefundGiven.optional(),
    version: Version.optional().describe('Of the sale.'),
  }),
  output: Sale.extend({ refunds: z.array(Refund).describe('Refunds made, as money or as credit.') }),
  refuses: [
    validationFailed,
    notFound,
    versionConflict,
    forbidden,
    insufficientScope,
    invalidStateTransition,
    returnExceedsSold,
    refundExceedsRefundable,
    clientRequired,
    ambiguousName,
    methodArchived,
    saleExternalIdTaken,
    locationNotActive,
    exchangeRateMissing,
  ],
  emits: [saleReturned, saleUpdated, saleCompleted, paymentRefunded, ...stockEvents],
  async run(context, { id, ...asked }) {
    const { row, lines, refunds } = await takeGoodsBack(context, id, asked);
    return { ...saleRecord(context, row, lines), refunds };
  },
});

type Asked = ReturnInput & {
  readonly refund?: z.output<typeof RefundGiven> | undefined;
  readonly version?: number | undefined;
};
type Returned = StoredSale & { readonly refunds: RefundRecord[] };

/** Makes the return of a sale, with its refunds, and posts it. */
export async function takeGoodsBack(
  context: Context,
  id: string,
  { version, refund, ...input }: Asked,
): Promise<Returned> {
  const [locked, sale, allocations, earlier, left, methods, accounts] = await Promise.all([
    lockPayers(context, id),
    lockSale(context, id, version),
    allocationsOfPayers(context, id),
    returnedBefore(context, id),
    goodsLeft(context, id),
    methodsOf(context),
    accountsByRole(context),
  ]);
  checkReturnable(sale);
  const payers = await payersWith(context, locked, allocations);
  const planned = planReturn(context, sale, { input, before: earlier });
  const way = refund === undefined ? undefined : wayOf(methods, refund, '/refund');
  if (way?.destination === 'money') needPermission(context, 'payments:refund');
  const { id: returnId, sale_date: date } = planned.row;
  const { unlost, over } = overpaidBy(sale.row, planned.priced.totals.total);
  const lost = await discountsLost(context, sale.row, { over, date, accounts, returnId });
  const { discounted, base: lostBase } = lost.bySale.get(id) ?? { discounted: 0n, base: 0n };
  const excess = over + discounted;
  const asked =
    refund?.amount === undefined ? undefined : amountFrom(refund.amount, '/refund/amount', sale.row.currency);
  const baseExcess = overpaidBase(sale.row, planned.row, lostBase);
  const back = { excess, baseExcess, way, asked, currency: sale.row.currency };
  const about = { reason: input.reason, reference: refund?.reference };
  const refunds = await refundsFor(context, { saleId: id, payers, back }, { date, accounts, returnId, about });
  const goods = await returnParts(context, { returnId, date, left }, planned.goods);
  const costed = costedReturn(planned, goods);
  const made = { lines: costed.lines, row: { ...costed.row, amount_refunded: excess } };
  const credited = planned.priced.totals.total;
  const debts = unlost === 0n ? [] : [{ sale: sale.row, amount: unlost, date }];
  const { postings: recovered } = await recover(context, debts, { accounts });
  const base = (planned.row.base_total ?? 0n) - (baseExcess ?? 0n);
  const change = { sale: sale.row, credited, refunded: excess, writtenOff: -unlost, base };
  applyPaid(context, [losing(lost)(change)]);
  const writing = writeReturn(context, made, planned);
  const refunding = writeRefunds(context, refunds);
  post(context, [
    ...returnPostings(context, planned, { accounts, goods }),
    ...recovered,
    ...lost.postings,
    ...refunds.flatMap(({ postings }) => postings),
  ]);
  const [row, rows] = await Promise.all([writing, refunding]);
  const records = rows.map((one) => refundRecord(context, one));
  for (const record of records) context.emit(paymentRefunded(record));
  return { row, lines: made.lines, refunds: records };
}

function checkReturnable({ row }: StoredSale): void {
  const status = statusOf(row);
  if (row.kind === 'sale' && (status === 'confirmed' || status === 'completed')) {
    if (row.base_total === null || row.amount_written_off === 0n) return;
    const detail = 'Reverse the write-off of the sale first: it was in another currency.';
    throw invalidStateTransition({ status, allowed: ['reverse_write_off'], detail });
  }
  const allowed: OperationName[] =
    status === 'draft' ? ['delete_sale', 'confirm_sale'] : row.kind === 'return' ? ['void_sale'] : [];
  throw invalidStateTransition({
    status,
    allowed,
    ...(row.kind === 'return' && { detail: 'A return cannot be returned itself.' }),
  });
}

/** Excess over the sale's book value, of which so much is lost with discounts. Null in the base currency. */
function overpaidBase(sale: SaleRow, { base_total: credited }: SaleRow, lost: bigint): bigint | null {
  const { base_settled: settled, base_total: worth } = sale;
  if (settled === null || worth === null || credited === null) return null;
  const over = settled + lost + credited - worth;
  return over > 0n ? over : 0n;
}

/** A return settles what is owed, then what was written off; the rest was paid or discounted. */
function overpaidBy(row: SaleRow, credited: bigint): { readonly unlost: bigint; readonly over: bigint } {
  const over = credited - dueOf(row);
  if (over <= 0n) return { unlost: 0n, over: 0n };
  const unlost = over < row.amount_written_off ? over : row.amount_written_off;
  return { unlost, over: over - unlost };
}

type Over = {
  readonly over: bigint;
  readonly date: Day;
  readonly accounts: AccountsByRole;
  readonly returnId: string;
};

/** Goods that were paid early are refunded at the price paid: the same share of the discount is lost. */
async function discountsLost(context: Context, sale: SaleRow, { over, ...by }: Over): Promise<DiscountChange> {
  const settled = sale.amount_paid - sale.amount_refunded + sale.amount_discounted;
  if (over === 0n || sale.amount_discounted === 0n) return noChange;
  const standing = await discountsOf(context, [sale]);
  return loseDiscounts(
    context,
    standing.map((one) => ({ one, part: over, of: settled })),
    { sales: [sale], ...by },
  );
}

type Back = {
  readonly excess: bigint;
  /** Its worth on the books, where the sale is not in the base currency. */
  readonly baseExcess: bigint | null;
  readonly way: Way | undefined;
  readonly asked: bigint | undefined;
  readonly currency: string;
};
type Owing = { readonly saleId: string; readonly payers: readonly StoredPayment[]; readonly back: Back };

/** An overpayment goes back to its payments, the last first: as money up to the amount asked, the rest as credit. */
function refundsFor(context: Context, { saleId, payers, back }: Owing, plan: Omit<RefundPlan, 'way' | 'after'>) {
  const { excess, baseExcess, way, asked, currency } = back;
  const paysBack = way?.destination === 'money';
  const wanted = asked ?? (paysBack ? excess : 0n);
  if (wanted > excess) {
    const [max, message] = [
      formatMoney(money(excess, currency)),
      'The amount exceeds the overpayment left by the return.',
    ];
    const errors = [{ pointer: '/refund/amount', code: 'refund_exceeds_refundable', message }];
    throw refundExceedsRefundable({ max, currency, errors });
  }
  let moneyLeft = paysBack ? wanted : 0n;
  const takings = takingsFor(saleId, payers, excess)
    .flatMap(({ payment, held }) => {
      const paid = partOf(held, held.amount < moneyLeft ? held.amount : moneyLeft);
      moneyLeft -= paid.amount;
      return [
        { payment, held: paid, way: way ?? credit },
        { payment, held: without(held, paid), way: credit },
      ];
    })
    .filter(({ held }) => held.amount > 0n);
  const amounts = takings.map(({ held }) => held.amount);
  const bases = baseExcess === null ? amounts : shareOut(baseExcess, amounts);
  const places = new Map<string, number>();
  const planned = takings.map(({ payment, held, way: own }, index) => {
    if (own.destination === 'client_credit' && payment.row.client_id === null) throw needsRefund();
    const releases = [{ saleId, ...held, base: at(bases, index) }];
    const after = places.get(payment.row.id) ?? payment.allocations.length;
    places.set(payment.row.id, after + 1);
    return planRefund(context, { payment, unapplied: nothingHeld, releases }, { ...plan, way: own, after });
  });
  return Promise.all(planned);
}

const credit: Way = {
  destination: 'client_credit',
  method: undefined,
  isPending: false,
  rate: { given: undefined, pointer: '' },
};

function needsRefund(): Error {
  return clientRequired({
    detail: 'The sale has no client to credit the money to.',
    hint: 'Send `refund`, such as {"destination": "original_method"}, to refund it.',
  });
}

/** No payment takes more of the excess than it settles of the sale. */
function takingsFor(saleId: string, payers: readonly StoredPayment[], excess: bigint) {
  let left = excess;
  const lastFirst = payers.toSorted((a, b) => (a.row.id < b.row.id ? 1 : -1));
  const takings = lastFirst.map((payment) => {
    const all = heldBySale(payment.allocations).get(saleId) ?? nothingHeld;
    const held = partOf(all, all.amount < left ? all.amount : left);
    left -= held.amount;
    return { payment, held };
  });
  if (left > 0n) throw new RangeError(`${left} more was paid than payments settle`);
  return takings;
}

import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { and, join, sql } from '../../../db/sql.ts';
import { openCursor, sealCursor } from '../../../operation/cursor.ts';
import { invalidCursor, validationFailed } from '../../../operation/errors.ts';
import { amountRange } from '../../../operation/amount-range.ts';
import { clientIs, conditionsOf, dayRange, filter } from '../../../operation/filter.ts';
import { cursorInput, limitInput } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Amount, Day, ForeignName, Id, Money } from '../../../wire/index.ts';
import { recordId } from '../../ledger/index.ts';
import {
  beyond,
  type Branch,
  branches,
  type TransactionPosition,
  type TransactionKind,
  transactionKinds,
} from './transaction-branches.ts';

const directions = ['in', 'out'] as const;
const sums = { currency: z.string(), in: Money, out: Money, net: Money };

const Transaction = z.object({
  date: Day,
  kind: z.enum(transactionKinds),
  direction: z.enum(directions),
  record_id: z
    .string()
    .describe('Id of the payment, the refund, the payment of an expense or supplier, or the transfer.'),
  number: z.string().nullable().describe('Number of the payment, refund, expense or transfer.'),
  method_id: Id('payment_method').nullable().describe('Null for transfers between your own accounts.'),
  account_id: Id('account'),
  client_id: Id('client').nullable().describe('The payer or payee, if a client.'),
  name: z.string().nullable(),
  reference: ForeignName.nullable(),
  currency: z.string(),
  amount: Money,
  fee_amount: Money.describe('Fee kept by the bank or payment gateway.'),
  net_amount: Money,
});

const dateFilter = dayRange(sql`day`);
const accountFilter = filter(Id('account'), (id) => sql`account_id = ${id}`);
const methodFilter = filter(Id('payment_method'), (id) => sql`method_id = ${id}`);
const clientFilter = clientIs(sql`client_id`);
const amountFilter = amountRange(sql`amount`, 'amount', Amount);
const filters = {
  date: dateFilter,
  account_id: accountFilter,
  method_id: methodFilter,
  client_id: clientFilter,
  amount: amountFilter,
};

export const listTransactions = operation({
  name: 'list_transactions',
  summary: 'List money transactions by date: payments, refunds, paid expenses, transfers and their voids.',
  guidance: 'Client credit moves no money and is not included.',
  http: 'GET /transactions',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  input: z.strictObject({
    limit: limitInput,
    cursor: cursorInput,
    sort: z.enum(['date', '-date']).default('-date').describe('Default -date; one of: date, -date.'),
    direction: z.enum(directions).optional(),
    kind: z.array(z.enum(transactionKinds)).min(1).max(transactionKinds.length).optional(),
    date: dateFilter.schema.optional(),
    account_id: accountFilter.schema.optional(),
    method_id: methodFilter.schema.optional(),
    client_id: clientFilter.schema.optional(),
    amount: amountFilter.schema.optional(),
  }),
  output: z.object({
    data: z.array(Transaction),
    running: z.array(z.object(sums)).describe('Received and paid from the first page to the end of this one.'),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  refuses: [validationFailed, invalidCursor],
  async run(context, { limit, cursor, ...asked }) {
    const scope = {
      key: context.secrets.cursors,
      about: `${context.organization}\ntransactions ${JSON.stringify(asked, (_, one: unknown) => digits(one))}`,
    };
    const opened = cursor === undefined ? undefined : openCursor(scope, cursor);
    const found = await rowsAfter(context, asked, { after: placeIn(opened), limit: limit + 1 });
    const rows = found.slice(0, limit);
    const running = runningAfter(rows, opened?.[3]);
    const last = rows.at(-1);
    const hasMore = found.length > limit;
    return {
      data: rows.map(transactionFrom),
      running: [...running].map(([currency, sum]) => runningFrom(currency, sum)),
      has_more: hasMore,
      next_cursor:
        hasMore && last !== undefined
          ? sealCursor(scope, [last.day, last.id, String(last.rank), runningText(running)])
          : null,
    };
  },
});

type Asked = {
  readonly sort: 'date' | '-date';
  readonly direction?: (typeof directions)[number] | undefined;
  readonly kind?: readonly TransactionKind[] | undefined;
  readonly [filter: string]: unknown;
};

type Row = TransactionPosition & {
  readonly kind: TransactionKind;
  readonly direction: 'in' | 'out';
  readonly number: string | null;
  readonly method_id: string | null;
  readonly account_id: string;
  readonly client_id: string | null;
  readonly name: string | null;
  readonly reference: string | null;
  readonly currency: string;
  readonly amount: bigint;
  readonly fee_amount: bigint;
};

/** A cursor says the place of the last row and, fourth, what moved until then. */
function placeIn(opened: readonly string[] | undefined): TransactionPosition | undefined {
  if (opened === undefined) return undefined;
  const [day = '', id = '', rank = ''] = opened;
  return { day, id, rank: Number(rank) };
}

type PageAsked = { readonly after: TransactionPosition | undefined; readonly limit: number };

/** The next rows of each kind, of which the first are the page. */
async function rowsAfter(context: Context, asked: Asked, { after, limit }: PageAsked): Promise<Row[]> {
  const descending = asked.sort === '-date';
  const order = descending ? sql`day desc, id desc` : sql`day, id`;
  const where = and(conditionsOf(context, filters, asked));
  const part = (branch: Branch) => sql`(
    select ${branch.kind}::text as kind, ${branch.rank}::int as rank, ${branch.direction}::text as direction, moved.*
    from (${branch.rows(context.organization)}) as moved
    where ${where} and ${beyond(branch, after, descending)} order by ${order} limit ${limit})`;
  const wanted = branches.filter(
    ({ kind, direction }) =>
      (asked.kind?.includes(kind) ?? true) && (asked.direction === undefined || asked.direction === direction),
  );
  if (wanted.length === 0) return [];
  return context.db.many<Row>(sql`
    select * from (${join(wanted.map(part), sql` union all `)}) as moved
    order by ${order}, rank ${descending ? sql`desc` : sql`asc`} limit ${limit}`);
}

function digits(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

type Sum = { readonly in: bigint; readonly out: bigint };
type Running = ReadonlyMap<string, Sum>;

/** Running totals by currency up to the cursor and on this page. */
function runningAfter(rows: readonly Row[], before: string | undefined): Running {
  const running = new Map<string, Sum>();
  for (const [currency = '', cameIn = '', wentOut = ''] of (before ?? '').split(';').map((one) => one.split(' '))) {
    if (currency !== '') running.set(currency, { in: BigInt(cameIn), out: BigInt(wentOut) });
  }
  for (const { currency, direction, amount } of rows) {
    const sum = running.get(currency) ?? { in: 0n, out: 0n };
    running.set(currency, { ...sum, [direction]: sum[direction] + amount });
  }
  return running;
}

function runningText(running: Running): string {
  return [...running].map(([currency, sum]) => `${currency} ${sum.in} ${sum.out}`).join(';');
}

function runningFrom(currency: string, sum: Sum) {
  const amount = (minor: bigint): CoreMoney => money(minor, currency);
  return { currency, in: amount(sum.in), out: amount(sum.out), net: amount(sum.in - sum.out) };
}

const recordKinds = {
  payment: 'payment',
  payment_void: 'payment',
  refund: 'refund',
  refund_void: 'refund',
  expense_payment: 'expense_payment',
  expense_payment_void: 'expense_payment',
  supplier_payment: 'supplier_payment',
  supplier_payment_void: 'supplier_payment',
  supplier_refund: 'supplier_refund',
  supplier_refund_void: 'supplier_refund',
  transfer_out: 'money_transfer',
  transfer_in: 'money_transfer',
  transfer_out_void: 'money_transfer',
  transfer_in_void: 'money_transfer',
} as const satisfies Record<TransactionKind, string>;

/** A void gives the fee back too. */
function transactionFrom(row: Row): z.output<typeof Transaction> {
  const amount = (minor: bigint): CoreMoney => money(minor, row.currency);
  return {
    ...row,
    date: row.day,
    record_id: recordId(recordKinds[row.kind], row.id),
    amount: amount(row.amount),
    fee_amount: amount(row.fee_amount),
    net_amount: amount(row.amount - row.fee_amount),
  };
}

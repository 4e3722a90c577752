import type { Day } from '../../core/calendar.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { spreadAmong } from '../accruals/index.ts';
import { assetsAmong } from '../assets/index.ts';
import { lockBookedExpense, writeExpenseValues } from '../expenses/index.ts';
import { lockEntered, writeEnteredValues } from '../ledger/index.ts';
import { lockBookedSale, writeSaleValues } from '../sales/index.ts';
import type { BookedLine } from './moves.ts';

type Line = Omit<BookedLine, 'next'>;

/** A record whose lines are in the books, locked. */
export type BookedRecord = {
  readonly type: 'sale' | 'expense' | 'journal_entry';
  readonly id: string;
  readonly day: Day;
  readonly memo: string;
  readonly lines: readonly Line[];
  /** Positions of lines whose amount a schedule or an asset has taken over. */
  readonly moved: ReadonlySet<number>;
  readonly write: (changes: readonly { readonly at: number; readonly ids: readonly string[] }[]) => void;
};

export type RecordAsked = {
  readonly sale_id?: string | undefined;
  readonly expense_id?: string | undefined;
  readonly entry_id?: string | undefined;
  readonly version?: number | undefined;
};

export function lockBooked(context: Context, asked: RecordAsked): Promise<BookedRecord> {
  const { sale_id: sale, expense_id: expense, entry_id: entry, version } = asked;
  const named = [sale, expense, entry].filter((id) => id !== undefined);
  if (named.length !== 1) {
    throw fault('/sale_id', 'one_of', 'Name one record: `sale_id`, `expense_id` or `entry_id`.');
  }
  if (sale !== undefined) return bookedSale(context, sale, version);
  return expense === undefined ? enteredEntry(context, entry ?? '', version) : bookedExpense(context, expense, version);
}

async function bookedSale(context: Context, id: string, version: number | undefined): Promise<BookedRecord> {
  const { row, lines } = await lockBookedSale(context, id, version);
  const spread = await spreadAmong(
    context,
    lines.map((line) => line.id),
  );
  return {
    type: 'sale',
    id,
    day: row.sale_date,
    memo: `Reassigned: ${row.kind === 'return' ? 'return' : 'sale'} ${row.number ?? ''}`.trim(),
    lines,
    moved: positions(lines, spread),
    write: (changes) => writeSaleValues(context, id, byId(lines, changes)),
  };
}

async function bookedExpense(context: Context, id: string, version: number | undefined): Promise<BookedRecord> {
  const { row, lines } = await lockBookedExpense(context, id, version);
  const ids = lines.map((line) => line.id);
  const [spread, assets] = await Promise.all([
    spreadAmong(context, ids),
    assetsAmong(context, { expense: id, lines: ids }),
  ]);
  return {
    type: 'expense',
    id,
    day: row.expense_date,
    memo: `Reassigned: expense ${row.number ?? ''}`.trim(),
    lines,
    moved: positions(lines, spread.union(assets)),
    write: (changes) => writeExpenseValues(context, id, byId(lines, changes)),
  };
}

async function enteredEntry(context: Context, id: string, version: number | undefined): Promise<BookedRecord> {
  const entered = await lockEntered(context, id, version);
  return {
    type: 'journal_entry',
    id,
    day: entered.date,
    memo: `Reassigned: ${entered.memo}`.slice(0, 500),
    lines: entered.lines.map((line) => ({
      ids: line.dimension_value_ids,
      account: line.account_id,
      amount: line.amount,
      clientId: line.client_id ?? undefined,
      isAlone: true,
    })),
    moved: new Set(),
    write: (changes) => {
      writeEnteredValues(
        context,
        id,
        changes.map(({ at, ids }) => ({ position: at + 1, ids })),
      );
    },
  };
}

type Identified = { readonly id: string };

function positions(lines: readonly Identified[], among: ReadonlySet<string>): Set<number> {
  return new Set(lines.flatMap(({ id }, index) => (among.has(id) ? [index] : [])));
}

function byId(
  lines: readonly Identified[],
  changes: readonly { readonly at: number; readonly ids: readonly string[] }[],
) {
  return changes.map(({ at, ids }) => ({ id: lines[at]?.id ?? '', ids }));
}

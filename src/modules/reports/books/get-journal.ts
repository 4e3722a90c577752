import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { sum } from '../../../core/list.ts';
import type { Period } from '../../../core/period.ts';
import { nothing, sql } from '../../../db/sql.ts';
import { invalidCursor, limitExceeded, validationFailed } from '../../../operation/errors.ts';
import { cursorInput } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, ForeignName, Id, Instant, Money, OrFile } from '../../../wire/index.ts';
import { accountClasses, accountMovements, entryKinds, Paper, recordId } from '../../ledger/index.ts';
import { paperCells, paperColumns, paperOf, type Told, toldOf } from './paper-columns.ts';
import { rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { take, type Table, table } from '../printing/report-table.ts';
import { pagingOf } from '../printing/report-pages.ts';
import { baseMoney, basisInput, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';

const entriesMax = 1_000;
const entriesDefault = 100;
/** Of a file, which has no pages. */
const fileEntriesMax = 20_000;

const Journal = z.object({
  period: ReportPeriod,
  rows: z.array(
    z.object({
      entry_id: Id('journal_entry'),
      date: Day,
      number: z.string(),
      kind: z.enum(entryKinds),
      source: z.object({ type: z.string(), id: z.string(), event: z.string().nullable() }),
      memo: z.string(),
      reverses_id: Id('journal_entry').nullable(),
      posted_at: Instant,
      author: ForeignName.describe('Who posted it.'),
      paper: Paper.nullable().describe('The paper behind the entry.'),
      amount: Money.describe('Total debits, which equal total credits.'),
      lines: z.array(
        z.object({
          account_id: Id('account'),
          code: z.string(),
          account: z.string(),
          client_id: Id('client').nullable(),
          client_name: ForeignName.nullable(),
          tax_code: z.string().nullable(),
          contra_accounts: z.array(z.string()).describe('Codes of the accounts on the other side.'),
          debit: Money,
          credit: Money,
        }),
      ),
    }),
  ),
  totals: z.object({ entries: z.int(), amount: Money }).describe('On all pages.'),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  meta: ReportMeta,
});
type Journal = z.output<typeof Journal>;

export const getJournal = operation({
  name: 'get_journal',
  summary: 'Get the journal for a period: its entries in order, with lines and source records.',
  guidance: 'Page through it with the cursor; a file covers the whole period.',
  http: 'GET /reports/journal',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    ...rangeInput,
    kind: z.enum(entryKinds).optional(),
    limit: z.int().min(1).max(entriesMax).default(entriesDefault).describe('Entries per page.'),
    cursor: cursorInput,
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(Journal),
  refuses: [validationFailed, invalidCursor, limitExceeded, pagesRefused],
  async run(context, { limit, cursor, format, language, ...input }) {
    const { current } = await rangeOf(context, input);
    const paging = pagingOf(context, 'journal', input, cursor);
    const size = format === 'json' ? limit : fileEntriesMax;
    const asked = { ...current, kind: input.kind };
    const [found, totals, meta] = await Promise.all([
      entriesOf(context, { ...asked, after: paging.after, limit: size + 1 }),
      totalsOf(context, asked),
      metaOf(context),
    ]);
    const hasMore = found.length > size;
    if (hasMore && format !== 'json') {
      throw limitExceeded({ max: size, hint: 'Narrow `from` and `to` to a shorter period.' });
    }
    const entries = found.slice(0, size);
    const told = await toldOf(
      context,
      entries.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, entry_id: id }))),
    );
    const rows = entries.map((entry) => rowFrom(context, entry, told));
    const last = rows.at(-1);
    const report: Journal = {
      period: current,
      rows,
      totals: { entries: Number(totals.entries), amount: baseMoney(context)(totals.amount) },
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? paging.next([last.date, last.entry_id]) : null,
      meta,
    };
    return inFormat(context, { format, language }, report, asTable);
  },
});

type Entry = {
  readonly id: string;
  readonly day: string;
  readonly number: string;
  readonly kind: (typeof entryKinds)[number];
  readonly source_type: string;
  readonly source_id: string;
  readonly source_event: string | null;
  readonly memo: string;
  readonly reverses_id: string | null;
  /** Amounts as text: JSON knows no bigint. */
  readonly lines: readonly {
    readonly account_id: string;
    readonly code: string;
    readonly account: string;
    readonly client_id: string | null;
    readonly tax_rate_id: string | null;
    readonly amount: string;
  }[];
};

type Asked = Period & { readonly kind: (typeof entryKinds)[number] | undefined };
type PageAsked = Asked & { readonly after: readonly string[] | undefined; readonly limit: number };

/** By day, and within a day in the order they were posted, which is that of their ids. */
function entriesOf({ db, organization }: Context, { from, to, kind, after, limit }: PageAsked): Promise<Entry[]> {
  const [day, id] = after ?? [];
  const seek = after === undefined ? nothing : sql`and (entry_date, id) > (${day}::date, ${id}::uuid)`;
  const ofKind = kind === undefined ? nothing : sql`and kind = ${kind}`;
  return db.many<Entry>(sql`
    select e.id, e.entry_date as day, e.number, e.kind, e.source_type, e.source_id, e.source_event, e.memo,
      e.reverses_id, lines.lines
    from (
      select * from report_entries
      where organization_id = ${organization} and entry_date between ${from} and ${to} ${ofKind} ${seek}
      order by entry_date, id limit ${limit}) as e
    cross join lateral (
      select jsonb_agg(jsonb_build_object('account_id', l.account_id, 'code', a.code, 'account', a.name,
        'client_id', l.client_id, 'tax_rate_id', l.tax_rate_id,
        'amount', l.amount::text) order by l.position) as lines
      from report_lines as l
      join report_accounts as a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = ${organization} and l.entry_id = e.id) as lines
    order by e.entry_date, e.id`);
}

type Totals = { readonly entries: bigint; readonly amount: bigint };

/** Debits of the range: of one kind of entry from their lines, of all from the sums of days. */
async function totalsOf(context: Context, { from, to, kind }: Asked): Promise<Totals> {
  const { db, organization } = context;
  const own = sql`e.organization_id = ${organization} and e.entry_date between ${from} and ${to}`;
  if (kind === undefined) {
    const [{ entries }, moved] = await Promise.all([
      db.one<Pick<Totals, 'entries'>>(sql`select count(*) as entries from report_entries as e where ${own}`),
      accountMovements(context, accountClasses, [{ from, to }]),
    ]);
    return { entries, amount: sum(moved.map(({ debit }) => debit)) };
  }
  return db.one<Totals>(sql`
    select count(distinct e.id) as entries, coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint as amount
    from report_entries as e
    join report_lines as l on l.organization_id = e.organization_id and l.entry_id = e.id
    where ${own} and e.kind = ${kind}`);
}

function rowFrom(context: Context, { lines, ...entry }: Entry, told: Told): Journal['rows'][number] {
  const money = baseMoney(context);
  const made = lines.map((line) => {
    const amount = BigInt(line.amount);
    const { account_id, code, account, client_id } = line;
    const { client_name, tax_code, contra_accounts } = paperOf({ ...line, entry_id: entry.id, amount }, told);
    const sides = { debit: money(amount > 0n ? amount : 0n), credit: money(amount < 0n ? -amount : 0n) };
    return { account_id, code, account, client_id, client_name, tax_code, contra_accounts, amount, ...sides };
  });
  const { postedAt = '', author = '', paper = null } = told.origins.get(entry.id) ?? {};
  return {
    entry_id: entry.id,
    date: entry.day,
    number: entry.number,
    kind: entry.kind,
    source: { type: entry.source_type, id: recordId(entry.source_type, entry.source_id), event: entry.source_event },
    memo: entry.memo,
    reverses_id: entry.reverses_id,
    posted_at: postedAt,
    author,
    paper,
    amount: money(sum(made.map(({ amount }) => (amount > 0n ? amount : 0n)))),
    lines: made,
  };
}

function asTable({ period, rows, totals }: Journal): Table {
  const own = ['date', 'number', 'kind', 'memo', 'source', 'code', 'account', 'debit', 'credit'] as const;
  return table(`journal-${period.from}-${period.to}`, [...own, ...paperColumns], (row) => [
    ...rows.flatMap((entry) =>
      entry.lines.map((line) =>
        row({
          ...take(entry, ['date', 'number', 'kind', 'memo']),
          source: entry.source.id,
          ...take(line, ['code', 'account', 'debit', 'credit']),
          ...paperCells(entry, line),
        }),
      ),
    ),
    row({ date: period.to, kind: 'total', debit: totals.amount, credit: totals.amount }),
  ]);
}

import type { CodeSum } from '../../../core/vat/formula.ts';
import { boxesOfCode, type VatForm } from '../../../core/vat/form.ts';
import { exemptByNumber } from '../../../core/vat/tax-code.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { type Prefixed, prefixes } from '../../../wire/index.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import type { Filled } from './fill-return.ts';
import { linesOf, namesOfLines } from './lines.ts';
import type { ReturnCheck, ReturnRow } from './vat-return.ts';

const recordsShown = 20;
/** In whole units: what forms round away of bases and cents is less in any period of a small business. */
const roundingMax = 10n;

/** Problems that block filing, and warnings to look at first. */
export async function returnChecks(context: Context, row: ReturnRow, filled: Filled): Promise<ReturnCheck[]> {
  const found = await Promise.all([
    earlierPeriods(context, row),
    uncoded(context, row, filled),
    changedBasis(context, row, filled),
    draftsIn(context, row),
    numbersMissing(context, row, filled),
    booksDiffer(context, row),
  ]);
  return [...periodOver(context, row), ...unboxed(filled), ...found.flat(), ...late(filled), ...roundedMuch(filled)];
}

const check = (
  severity: ReturnCheck['severity'],
  code: ReturnCheck['code'],
  message: string,
  { count = 1, codes = [], records = [] }: Partial<Pick<ReturnCheck, 'count' | 'codes' | 'records'>> = {},
): ReturnCheck => ({ code, severity, message, count, codes, records });

function periodOver({ today }: Context, { period_to: to }: ReturnRow): ReturnCheck[] {
  if (to < today) return [];
  return [check('error', 'period_not_over', `The period ends on ${to}: file the return after that day.`)];
}

async function earlierPeriods({ db, organization }: Context, row: ReturnRow): Promise<ReturnCheck[]> {
  if (row.corrects_id !== null) return [];
  const { filed_through: through, starts_on: start } = await db.one<{
    filed_through: string | null;
    starts_on: string;
  }>(sql`
    select settings.starts_on, (select max(period_to) from vat_returns
        where organization_id = ${organization} and scheme = ${row.scheme} and status = 'filed'
          and period_to < ${row.period_from}) as filed_through
    from vat_settings as settings where settings.organization_id = ${organization}`);
  const { follows } = await db.one<{ follows: boolean }>(sql`
    select coalesce(${through}::date + 1, ${start}::date) >= ${row.period_from}::date as follows`);
  if (follows || row.scheme === 'oss') return [];
  const message = `File the period after ${through ?? start} first: a return takes in all that no earlier one has.`;
  return [check('error', 'earlier_period_open', message)];
}

type Source = {
  readonly source_type: Prefixed;
  readonly source_id: string;
  readonly number: string | null;
  readonly name: string | null;
  /** Of all of them. */
  readonly count: number;
};

/** As many records of a query as are shown, each with how many there are. */
function shownOf({ db }: Context, found: Sql): Promise<Source[]> {
  return db.many<Source>(sql`
    select found.*, (count(*) over ())::int as count from (${found}) as found
    order by source_id limit ${recordsShown}`);
}

function about(rows: readonly Source[]): Pick<ReturnCheck, 'count' | 'records'> {
  const records = rows.map(({ source_type: type, source_id: id, number, name }) => ({
    id: typeIdFrom(prefixes[type], id),
    number,
    name,
  }));
  return { count: rows[0]?.count ?? 0, records };
}

async function uncoded(context: Context, row: ReturnRow, { sums }: Filled): Promise<ReturnCheck[]> {
  if (!sums.some(({ code }) => code === '')) return [];
  const rows = await shownOf(
    context,
    sql`select distinct source_type, source_id, coalesce(sale.number, expense.number) as number,
      coalesce(sale.client_name, expense.payee_name) as name
    from ${linesOf(context, row)} as line ${namesOfLines(context)} where line.code = ''`,
  );
  const message = 'These have lines without a tax rate, so that no box is known. They are in no box.';
  return [check('warning', 'uncoded', message, about(rows))];
}

/** Codes of which a tax is in no box: the form would leave money out. */
function unboxed({ form, sums }: Filled): ReturnCheck[] {
  const codes = [...new Set(sums.filter((sum) => isLeftOut(form, sum)).map(({ code }) => code))];
  if (codes.length === 0) return [];
  const named = codes.map((code) => code || 'no code').join(', ');
  const message = `The form has no box for the tax of ${named}: set other codes.`;
  return [check('error', 'unboxed', message, { count: codes.length, codes: codes.filter((code) => code !== '') })];
}

function isLeftOut(form: VatForm, { code, owed, input }: CodeSum): boolean {
  if (owed === 0n && input === 0n) return false;
  const { base, tax, input: deducted } = boxesOfCode(form, code);
  return (owed !== 0n && base.length + tax.length === 0) || (input !== 0n && base.length + deducted.length === 0);
}

async function changedBasis({ db, organization }: Context, row: ReturnRow, { basis }: Filled): Promise<ReturnCheck[]> {
  const [before, settings] = await Promise.all([
    db.maybe<{ basis: string }>(sql`
      select basis from vat_returns where organization_id = ${organization} and scheme = ${row.scheme}
        and status = 'filed' and period_to < ${row.period_from} order by period_to desc limit 1`),
    db.one<{ since: string | null }>(sql`
      select basis_since as since from vat_settings where organization_id = ${organization}`),
  ]);
  if (before === undefined || before.basis === basis || settings.since !== null) return [];
  const message = 'Tax falls due another way than in the return before: set `basis_since` with update_vat_settings.';
  return [check('error', 'basis_changed', message)];
}

async function draftsIn({ db, organization }: Context, { period_from: from, period_to: to }: ReturnRow) {
  const { drafts } = await db.one<{ drafts: number }>(sql`
    select vat_drafts(${organization}, ${from}, ${to})::int as drafts`);
  if (drafts === 0) return [];
  return [check('warning', 'drafts', 'Drafts of sales and expenses are dated in the period.', { count: drafts })];
}

async function numbersMissing(context: Context, row: ReturnRow, { sums }: Filled): Promise<ReturnCheck[]> {
  if (!sums.some(({ code }) => exemptByNumber.includes(code))) return [];
  const rows = await shownOf(
    context,
    sql`select distinct line.source_type, line.source_id, sold.number, sold.client_name as name
    from ${linesOf(context, row)} as line
    join report_sales as sale on sale.organization_id = ${context.organization} and sale.id = line.source_id
    join vat_sale_names as sold on sold.organization_id = ${context.organization} and sold.id = line.source_id
    where line.source_type = 'sale' and line.code = any(${exemptByNumber}::text[])
      and vat_number_of(${context.organization}, sale.client_id) is null`,
  );
  if (rows.length === 0) return [];
  const message = 'Supplies to the EU are exempt by the VAT number of the buyer, which these clients lack.';
  return [check('warning', 'vat_number_missing', message, about(rows))];
}

/** Lines on tax accounts that bear no rate are in no return. */
async function booksDiffer(context: Context, { period_from: from, period_to: to, scheme }: ReturnRow) {
  if (scheme === 'oss') return [];
  const { organization } = context;
  const rows = await shownOf(
    context,
    sql`select distinct 'journal_entry' as source_type, entry.id as source_id, entry.number, entry.memo as name
    from report_accounts as account
    join report_lines as line on line.organization_id = ${organization} and line.account_id = account.id
      and line.entry_date between ${from} and ${to} and line.tax_rate_id is null
    join report_entries as entry on entry.organization_id = ${organization} and entry.id = line.entry_id
      and entry.source_type <> 'vat_return'
    where account.organization_id = ${organization} and account.system_role in ('tax_output', 'tax_input')`,
  );
  if (rows.length === 0) return [];
  const message = 'Entries on the tax accounts without a tax rate are in no return.';
  return [check('warning', 'books_differ', message, about(rows))];
}

function late({ lateCount }: Filled): ReturnCheck[] {
  if (lateCount === 0) return [];
  const message = 'Lines of earlier periods came in after those were filed.';
  return [check('warning', 'late', message, { count: lateCount })];
}

function roundedMuch({ filled, ledgerTax }: Filled): ReturnCheck[] {
  const off = filled.net - ledgerTax;
  const size = off < 0n ? -off : off;
  if (size <= roundingMax * 100n) return [];
  return [check('warning', 'rounding', 'The form differs from the tax accounts by more than it rounds.')];
}

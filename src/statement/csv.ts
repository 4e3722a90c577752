/** CSV of any bank: what each column means is told by its heading, or by the caller. */
import { minorDigits } from '../core/currency.ts';
import { folded } from '../core/fold.ts';
import { isIban } from '../core/iban.ts';
import { allCells, cellOf, type CsvLayout, hasDay, hasNumber, layoutOf } from './csv-layout.ts';
import { detailIn, lineIn } from './csv-line.ts';
import { signsOf } from './csv-signs.ts';
import { type CsvRow, readRows } from './csv-table.ts';
import type { Statement, StatementAccount, StatementFile, StatementLine } from './model.ts';
import type { ReadOptions } from './options.ts';
import { LineFault, linesMax, Problems, refuseTooMany, UnreadableStatement } from './problem.ts';
import { withRunningBalance } from './running-balance.ts';

export function readCsv(text: string, options: ReadOptions): StatementFile {
  const problems = new Problems();
  const rows = readRows(text);
  if (rows.length === 0) throw new UnreadableStatement('not_a_statement', 'the file is empty');
  const layout = layoutOf(rows, options, problems);
  if (layout === undefined || !isCurrencyKnown(layout, options, problems)) {
    return { statements: [], problems: problems.list() };
  }
  const groups = groupsOf(layout, options, problems);
  const statements = groups.map(({ account, lines }) => statementOf(account, lines, problems));
  return { statements, problems: problems.list() };
}

function isCurrencyKnown(layout: CsvLayout, { currency }: ReadOptions, problems: Problems): boolean {
  const isKnown =
    layout.columns.has('currency') || layout.currency !== null || minorDigits(currency ?? '') !== undefined;
  if (!isKnown) {
    const message = 'the file names no currency: say that of the account';
    problems.add({ weight: 'question', code: 'currency_missing', message, place: 'line 1' });
  }
  return isKnown;
}

type Group = { readonly account: StatementAccount; readonly lines: StatementLine[] };

/** One file may have several accounts, and one account several currencies. */
function groupsOf(layout: CsvLayout, options: ReadOptions, problems: Problems): readonly Group[] {
  const groups = new Map<string, Group>();
  const signs = signsOf(layout);
  const rows = withoutFooters(layout);
  let last: Group | undefined;
  for (const row of rows) {
    try {
      const isPart = cellOf(layout, row, 'booking_day') === '';
      if (isPart && (last === undefined || !isOfEntry(layout, row))) continue;
      if (isPart && last !== undefined) {
        addDetail(last, detailIn(layout, row, { signs, currency: last.account.currency ?? '' }));
        continue;
      }
      const line = lineIn(layout, row, { signs, options });
      if (line === null) {
        const message = 'the row moves no money: it is a note, or was declined or cancelled';
        problems.add({ weight: 'warning', code: 'row_left_out', message, place: `line ${row.line}` });
        continue;
      }
      last = groupFor(groups, layout, { row, line });
      if (last.lines.length >= linesMax) throw refuseTooMany();
      last.lines.push({ ...line, position: last.lines.length + 1 });
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      problems.add({ weight: 'refused', code: error.code, message: error.message, place: `line ${row.line}` });
    }
  }
  return [...groups.values()];
}

function groupFor(
  groups: Map<string, Group>,
  layout: CsvLayout,
  { row, line }: { readonly row: CsvRow; readonly line: StatementLine },
): Group {
  const { currency } = line.amount;
  const number = (cellOf(layout, row, 'account') || layout.account || '').replaceAll(' ', '');
  const key = `${number} ${currency}`;
  const known = groups.get(key);
  if (known !== undefined) return known;
  const isInternational = isIban(number);
  const account = {
    iban: isInternational ? number : null,
    number: isInternational || number === '' ? null : number,
    bankCode: null,
    bic: null,
    currency,
    owner: null,
  };
  const group = { account, lines: [] };
  groups.set(key, group);
  return group;
}

/** Below the lines stand sums and remarks: rows without a day that can be read. */
function withoutFooters(layout: CsvLayout): readonly CsvRow[] {
  const last = layout.rows.findLastIndex((row) => hasDay(layout, row) || isOfEntry(layout, row));
  return layout.rows.slice(0, last + 1);
}

const sums = /^(?:summen?|gesamt|total\w*|saldo|somme|suma|anfangssaldo|endsaldo|kontostand)\b/;

function isOfEntry(layout: CsvLayout, row: CsvRow): boolean {
  const hasAmount = (['amount', 'credit', 'debit'] as const).some((role) => hasNumber(layout, row, role));
  const texts = allCells(layout, row, ['text', 'name', 'type']);
  return cellOf(layout, row, 'booking_day') === '' && hasAmount && !texts.some((text) => sums.test(folded(text)));
}

function addDetail({ lines }: Group, detail: StatementLine['details'][number]): void {
  const line = lines.at(-1);
  if (line === undefined || line.details.length >= detailsMax) return;
  const details = [...line.details, detail];
  const sum = details.reduce((total, { amount }) => total + (amount?.minor ?? 0n), 0n);
  lines[lines.length - 1] = { ...line, details, detailsAgree: sum === line.amount.minor };
}

const detailsMax = 1_000;

function statementOf(account: StatementAccount, lines: readonly StatementLine[], problems: Problems): Statement {
  const days = lines.map(({ bookingDay }) => bookingDay).toSorted();
  return {
    format: 'csv',
    kind: 'final',
    account,
    id: null,
    number: null,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    ...withRunningBalance(lines, problems),
    available: null,
    lines,
  };
}

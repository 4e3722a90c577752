import type { Decimal } from '../../core/decimal.ts';
import { amountIn, minus, sum, zero } from './amounts.ts';
import type { ImportRecord, Values } from './import-record.ts';

/** An account of a trial balance as the file has it; debits above zero. */
export type OpeningRow = { readonly row: number; readonly texts: readonly string[]; readonly value: Decimal };

/** The rows that have an amount: headings have none. */
export function openingRows({ rows }: Pick<ImportRecord, 'rows'>): OpeningRow[] {
  return rows.flatMap((values, row) => {
    const value = signedAmount(values);
    const texts = [values['code'], values['account']].flatMap((text) => text ?? []);
    return value === undefined ? [] : [{ row, texts, value }];
  });
}

/** Debits less credits. Undefined where a row states no amount. */
export function signedAmount(values: Values): Decimal | undefined {
  const [debit, credit] = [amountIn(values['debit']), amountIn(values['credit'])];
  if (debit !== undefined || credit !== undefined) return minus(debit ?? zero, credit ?? zero);
  const stated = amountIn(values['balance']) ?? amountIn(values['amount']);
  return stated !== undefined && isCredit(values['side']) ? minus(zero, stated) : stated;
}

/** `H`, `C` or `Cr`: amounts beside such a column have no sign. */
function isCredit(side: string | undefined): boolean {
  return /^(?:h|haben|c|cr|credit|k|haber)$/i.test(side?.trim() ?? '');
}

export function sumsOf(rows: readonly OpeningRow[]): { readonly debits: Decimal; readonly credits: Decimal } {
  const of = (isWanted: (value: Decimal) => boolean) => sum(rows.map(({ value }) => value).filter(isWanted));
  return {
    debits: of(({ units }) => units > 0n),
    credits: minus(
      zero,
      of(({ units }) => units < 0n),
    ),
  };
}

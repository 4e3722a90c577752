import { minorDigits } from '../../../core/currency.ts';
import { type FilledForm, fillForm, type VatForm } from '../../../core/vat/form.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';
import { formOfScheme } from '../forms/index.ts';
import { agreedSums, type LineSums, sumLines } from './lines.ts';
import type { ReturnRow, StoredBox } from './vat-return.ts';

export type Filled = LineSums & {
  readonly form: VatForm;
  readonly filled: FilledForm;
  readonly basis: 'invoice' | 'payment';
  /** Figures of a person, and those that come from elsewhere. */
  readonly asked: Readonly<Record<string, bigint>>;
};

/** Fills in the form from the books as they are now. */
export async function fillReturn(context: Context, row: ReturnRow): Promise<Filled> {
  const { country, taxBasis } = await settingsOf(context);
  const form = formOfScheme(row.scheme, country);
  const [lines, given] = await Promise.all([sumLines(context, row), figuresOf(context, row, { form, taxBasis })]);
  const unit = 10n ** BigInt(minorDigits(context.actor.organization?.baseCurrency ?? '') ?? 2);
  const filled = fillForm(form, { sums: lines.sums, asked: given, unit });
  return { ...lines, form, filled, basis: taxBasis, asked: given };
}

type With = { readonly form: VatForm; readonly taxBasis: 'invoice' | 'payment' };

async function figuresOf(context: Context, row: ReturnRow, { form, taxBasis }: With): Promise<Record<string, bigint>> {
  const said = Object.fromEntries(Object.entries(row.asked).map(([box, amount]) => [box, BigInt(amount)]));
  const carried = form.boxes.some((box) => box.carried !== undefined) ? await boxesBefore(context, row) : [];
  const isAgreed = taxBasis === 'payment' && form.boxes.some(({ agreed }) => agreed !== undefined);
  const agreed = isAgreed ? await agreedSums(context, row) : { base: 0n, tax: 0n };
  return {
    ...Object.fromEntries(
      form.boxes.flatMap(({ box, carried: from, agreed: part }) => {
        if (part !== undefined) return [[box, agreed[part]] as const];
        const amount = carried.find((one) => one.box === from)?.total;
        return typeof amount === 'string' ? [[box, BigInt(amount)] as const] : [];
      }),
    ),
    ...said,
  };
}

async function boxesBefore({ db, organization }: Context, row: ReturnRow): Promise<readonly StoredBox[]> {
  const before = await db.maybe<{ boxes: readonly StoredBox[] }>(sql`
    select boxes from vat_returns
    where organization_id = ${organization} and scheme = ${row.scheme} and status = 'filed'
      and period_to < ${row.period_from}
    order by period_to desc limit 1`);
  return before?.boxes ?? [];
}

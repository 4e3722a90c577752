import { type Money, money } from '../../../core/money.ts';
import { codesOfBox, type FormBox, type VatForm } from '../../../core/vat/form.ts';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import type { Context } from '../../../operation/operation.ts';
import { settingsOf } from '../../organization/index.ts';
import { fileBy } from '../forms/deadlines.ts';
import { formOfScheme } from '../forms/index.ts';
import { wordingOf } from '../forms/wording/index.ts';
import { describeBox } from './describe-box.ts';
import { type Filled, fillReturn } from './fill-return.ts';
import { sumLines } from './lines.ts';
import { returnChecks } from './return-checks.ts';
import { type ListedReturn, type ReturnRow, type ReturnState, type StoredBox, VatReturn } from './vat-return.ts';

/** The form as it was filed, or as the books fill it in now, with everything that is to be looked at. */
export async function returnRecord(context: Context, row: ReturnRow): Promise<VatReturn> {
  const [shown, payments] = await Promise.all([
    row.status === 'draft' ? draftParts(context, row) : filedParts(context, row),
    paymentsOf(context, row),
  ]);
  const { form, due, boxes, ...rest } = shown;
  const wording = wordingOf(form.id, context.actor.organization?.locale ?? '');
  return {
    ...listedReturn(context, row, { form, due }),
    form_language: wording?.language ?? null,
    boxes: form.boxes.map((box) => ({
      ...shownBox(context, form, box, boxes),
      local_name: wording?.boxes[box.box] ?? null,
    })),
    ...rest,
    payments,
  };
}

/** Keeps a return as it stands for the audit log, before it is changed. */
export async function noteBefore(context: Context, row: ReturnRow): Promise<void> {
  context.before(wire(await returnRecord(context, row)));
}
const wire = encoderOf(VatReturn);

/** A return as lists show it; `due` of a draft is computed from its form. */
export function listedReturn(
  context: Context,
  { asked: _asked, boxes: _boxes, basis: _basis, net: _net, paid, ...row }: ReturnRow,
  { form, due }: { readonly form: Pick<VatForm, 'name' | 'country'>; readonly due: bigint },
): ListedReturn {
  const amount = moneyOf(context);
  const state = stateOf({ ...row, due, paid });
  return {
    ...row,
    organization_id: context.organization,
    form_name: form.name,
    file_by: fileBy(row.scheme, form.country, { from: row.period_from, to: row.period_to }),
    status: state,
    due: amount(due),
    amount_paid: amount(paid),
    amount_due: amount(row.status === 'filed' ? due - paid : 0n),
  };
}

function stateOf({
  status,
  settled_on: settled,
  due,
  paid,
}: Pick<ReturnRow, 'status' | 'settled_on' | 'paid'> & { readonly due: bigint }): ReturnState {
  if (status !== 'filed' || settled === null) return status;
  return due === paid ? 'paid' : 'settled';
}

export function moneyOf({ actor }: Context): (minor: bigint) => Money {
  const currency = actor.organization?.baseCurrency ?? '';
  return (minor) => money(minor, currency);
}

type Parts = Pick<VatReturn, 'basis' | 'line_count' | 'late_count' | 'net' | 'ledger_tax' | 'rounding' | 'checks'> & {
  readonly form: VatForm;
  readonly due: bigint;
  readonly boxes: readonly StoredBox[];
};

async function draftParts(context: Context, row: ReturnRow): Promise<Parts> {
  const filled = await fillReturn(context, row);
  return {
    ...sumsOf(context, filled, filled.filled.net),
    checks: await returnChecks(context, row, filled),
    ...formOf(filled),
  };
}

function formOf({ form, filled, basis }: Filled): Pick<Parts, 'form' | 'due' | 'boxes' | 'basis'> {
  return { form, basis, due: filled.due, boxes: storedBoxes(filled) };
}

async function filedParts(context: Context, row: ReturnRow): Promise<Parts> {
  const [{ country }, sums] = await Promise.all([settingsOf(context), sumLines(context, row)]);
  return {
    ...sumsOf(context, sums, row.net ?? 0n),
    form: formOfScheme(row.scheme, country),
    basis: row.basis ?? 'invoice',
    due: row.due ?? 0n,
    boxes: row.boxes ?? [],
    checks: [],
  };
}

function sumsOf(
  context: Context,
  { lineCount, lateCount, ledgerTax }: Pick<Filled, 'lineCount' | 'lateCount' | 'ledgerTax'>,
  net: bigint,
): Pick<Parts, 'line_count' | 'late_count' | 'net' | 'ledger_tax' | 'rounding'> {
  const amount = moneyOf(context);
  return {
    line_count: lineCount,
    late_count: lateCount,
    net: amount(net),
    ledger_tax: amount(ledgerTax),
    rounding: amount(net - ledgerTax),
  };
}

/** Boxes as they are kept once they are filed. */
export function storedBoxes({ boxes }: Filled['filled']): StoredBox[] {
  const text = (amount: bigint | null) => amount?.toString() ?? null;
  return boxes.map(({ box, base, tax, total }) => ({ box, base: text(base), tax: text(tax), total: text(total) }));
}

function shownBox(
  context: Context,
  form: VatForm,
  box: FormBox,
  stored: readonly StoredBox[],
): Omit<VatReturn['boxes'][number], 'local_name'> {
  const kept = stored.find((one) => one.box === box.box);
  const amount = moneyOf(context);
  const shown = (text: string | null | undefined) =>
    text === null || text === undefined ? null : amount(BigInt(text));
  return {
    box: box.box,
    name: describeBox(form, box),
    base: shown(kept?.base),
    tax: shown(kept?.tax),
    total: shown(kept?.total),
    is_asked: box.asked === true,
    codes: [...codesOfBox(form, box.box)],
  };
}

async function paymentsOf(context: Context, { id }: ReturnRow): Promise<VatReturn['payments']> {
  const amount = moneyOf(context);
  const rows = await context.db.many<Omit<VatReturn['payments'][number], 'amount'> & { readonly amount: bigint }>(sql`
    select id, amount, paid_on, entry_id, reversed_on from vat_return_payments
    where organization_id = ${context.organization} and return_id = ${id} order by id`);
  return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
}

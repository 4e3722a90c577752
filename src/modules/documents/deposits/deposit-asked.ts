import { formatDecimal, percentScale, powerOfTen } from '../../../core/decimal.ts';
import { minorDigits } from '../../../core/currency.ts';
import { at, sum } from '../../../core/list.ts';
import { divide } from '../../../core/rounding.ts';
import { shareOut } from '../../../core/share.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { labelsFor } from '../../../render/labels.ts';
import { amountFrom, type StoredSale } from '../../sales/index.ts';
import type { DocumentGiven } from '../document-input.ts';
import { pricedSaleOf } from '../document-record.ts';
import { clientOf, type DocumentRow, type StoredDocument } from '../document-row.ts';
import { checkStatus, checkType } from '../status.ts';
import type { DraftSources } from '../draft-sources.ts';

type Asked = {
  readonly input: DocumentGiven & { readonly lines: NonNullable<DocumentGiven['lines']> };
  readonly content: DocumentRow['content'];
};

/** A deposit invoice as it is asked for: by its lines, or as a part of a quote, with the taxes that this has. */
export async function depositAsked(context: Context, input: DocumentGiven, sources: DraftSources): Promise<Asked> {
  const { deposit_for_id: forId, lines } = input;
  const quoted = forId === undefined ? undefined : await quotedBy(context, forId, sources);
  if (quoted !== undefined) refuseOther(input, quoted);
  const terms = quoted === undefined ? {} : { client_id: clientOf(quoted.row), currency: quoted.row.currency };
  const own = { ...input, ...terms, discounts: [], charges: [] };
  return {
    content: quoted === undefined ? null : { deposit_for: referenceTo(context, quoted.row) },
    input: lines === undefined ? { ...own, ...partOf(quoted, input) } : { ...own, lines: onlyLines(input, lines) },
  };
}

/** One that was issued and not answered with a no. */
async function quotedBy(context: Context, id: string, sources: DraftSources): Promise<StoredDocument> {
  const document = await sources.document(context, id);
  checkType(document.row, ['quote', 'proforma']);
  checkStatus(context, document.row, ['open', 'accepted', 'converted']);
  return document;
}

function referenceTo(context: Context, { id, number, issue_date: day }: DocumentRow) {
  return { document_id: id, number: number ?? '', issue_date: day ?? context.today };
}

function refuseOther(input: DocumentGiven, { row }: StoredDocument): void {
  for (const field of ['client_id', 'currency'] as const) {
    const given = input[field];
    if (given === undefined || given === null || given === row[field]) continue;
    throw fault(`/${field}`, 'from_quote', 'Leave this field out: it is taken from the quote.');
  }
}

function onlyLines(input: DocumentGiven, lines: Asked['input']['lines']) {
  for (const field of ['deposit_percent', 'deposit_amount'] as const) {
    if (input[field] !== undefined)
      throw fault(`/${field}`, 'not_both', 'Write `lines`, or a part of the quote, such as `deposit_percent` "30".');
  }
  return lines;
}

/** A line for each set of taxes that the quote has, which together are the part that was asked for. */
function partOf(quoted: StoredDocument | undefined, input: DocumentGiven) {
  const { deposit_percent: percent, deposit_amount: amount } = input;
  if (quoted === undefined || (percent === undefined) === (amount === undefined)) {
    const ways = '`lines`, or `deposit_for_id` with one of `deposit_percent` and `deposit_amount`';
    throw fault('/lines', 'required', `Write the deposit to ask for: ${ways}.`);
  }
  const sale = pricedSaleOf(quoted);
  const { currency } = sale.row;
  const groups = taxGroups(sale);
  const withTax = amount !== undefined || sale.row.prices_include_tax;
  const worths = groups.map(({ net, tax }) => (withTax ? net + tax : net));
  const whole = sum(worths);
  const asked = amount === undefined ? shareOf(whole, percent ?? 0n) : amountFrom(amount, '/deposit_amount', currency);
  if (asked <= 0n || asked > whole) {
    const field = amount === undefined ? 'deposit_percent' : 'deposit_amount';
    throw fault(
      `/${field}`,
      'not_a_part',
      `Ask for a part of ${quoted.row.number}: more than zero, and at most its total.`,
    );
  }
  const parts = shareOut(asked, worths);
  const name = nameOf(quoted, percent);
  const scale = minorDigits(currency) ?? 0;
  const lines = groups.flatMap(({ rateIds }, index) => {
    const units = at(parts, index);
    if (units === 0n) return [];
    // Taxes that only what is taken back has.
    const [quantity, price] = units < 0n ? [-oneUnit, -units] : [oneUnit, units];
    return [{ name, quantity, unit_price: { units: price, scale }, tax_rate_ids: rateIds }];
  });
  return { lines, prices_include_tax: withTax };
}

type TaxGroup = { readonly rateIds: string[]; readonly net: bigint; readonly tax: bigint };

/** Totals of a quote by the taxes of its lines and charges. */
function taxGroups({ row, lines }: StoredSale): TaxGroup[] {
  const parts = [
    ...lines.map(({ taxes, net, tax }) => ({ taxes, net, tax })),
    ...row.charges.map(({ taxes, net, tax }) => ({ taxes, net: BigInt(net), tax: BigInt(tax) })),
  ].map(({ taxes, ...amounts }) => ({ ...amounts, rateIds: taxes.map(({ rate_id: id }) => id) }));
  return [...Map.groupBy(parts, ({ rateIds }) => rateIds.join()).values()].map((group) => ({
    rateIds: at(group, 0).rateIds,
    net: sum(group.map(({ net }) => net)),
    tax: sum(group.map(({ tax }) => tax)),
  }));
}

function shareOf(whole: bigint, percent: bigint): bigint {
  return divide(whole * percent, 100n * powerOfTen(percentScale), 'half_up');
}

/** Such as `Quote Q-2026-00001 · 30 %`, in the language of the quote. */
function nameOf({ row }: StoredDocument, percent: bigint | undefined): string {
  const { entry } = labelsFor(row.snapshot?.language ?? 'en');
  const what = `${row.type === 'proforma' ? entry.proforma : entry.quote} ${row.number}`;
  return percent === undefined ? what : `${what} · ${formatDecimal(percent, percentScale, 0)} %`;
}

/** One, as quantities are written. */
const oneUnit = 100_000n;

import type { Decimal } from '../core/decimal.ts';
import type { TaxCategory } from '../render/facts.ts';
import { none } from './exact.ts';
import type { Attachment, DocumentAdjustment, InvoiceTotals, LineAdjustment, TaxKey } from './model.ts';
import { all, attribute, decimalAt, decimalIn, needed, one, textAt, textOf } from './xml-value.ts';
import type { XmlElement } from '../xml/parse-xml.ts';

const categories: ReadonlySet<string> = new Set<TaxCategory>(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M']);

/**
 * A category that EN 16931 does not know, as of an older ZUGFeRD or of Italy, is taken by its rate: what matters to the
 * books is what is charged. {@link readInvoice} warns of it.
 */
function categoryFrom(code: string, percent: Decimal | null): TaxCategory {
  if (isCategory(code)) return code;
  return percent !== null && percent.units > 0n ? 'S' : 'E';
}

/** An amount that may be left out is zero then. */
export function orZero(amount: Decimal | null): Decimal {
  return amount ?? none;
}

export function isGiven<Value>(value: Value | null): value is Value {
  return value !== null;
}

export function isCategory(code: string): code is TaxCategory {
  return categories.has(code);
}

/** Element names of one syntax for the parts that both have. */
type Names<Part extends string> = Readonly<Record<Part, string>>;

type TaxNames = Names<'code' | 'percent'>;

export function taxKeyFrom(tax: XmlElement | undefined, names: TaxNames): TaxKey | null {
  const code = textAt(tax, names.code);
  if (code === null) return null;
  const percent = decimalAt(tax, names.percent);
  return { category: categoryFrom(code, percent), percent };
}

type AdjustmentNames = Names<'indicator' | 'amount' | 'base' | 'percent' | 'reason' | 'reasonCode'>;

export function adjustmentFrom(element: XmlElement, names: AdjustmentNames): LineAdjustment {
  return {
    kind: ['true', '1'].includes(textAt(element, names.indicator) ?? '') ? 'charge' : 'discount',
    amount: needed(decimalAt(element, names.amount), `${element.name}/${names.amount}`),
    base: decimalAt(element, names.base),
    percent: decimalAt(element, names.percent),
    reason: textAt(element, names.reason),
    reasonCode: textAt(element, names.reasonCode),
  };
}

/** One that names no tax has none that the standard knows. */
export function withTax(adjustment: LineAdjustment, tax: TaxKey | null): DocumentAdjustment {
  return { ...adjustment, tax: tax ?? { category: 'O', percent: null } };
}

type AttachmentNames = Names<'id' | 'type' | 'description' | 'url' | 'content'>;

/** Types 50 and 130 are a project and what is invoiced, not documents that go with the invoice. */
export function attachmentFrom(reference: XmlElement, names: AttachmentNames): readonly Attachment[] {
  const id = textAt(reference, names.id);
  if (id === null || ['50', '130'].includes(textAt(reference, names.type) ?? '')) return [];
  const content = one(reference, names.content);
  const file = content === undefined ? null : fileIn(content, id);
  return [{ id, description: textAt(reference, names.description), url: textAt(reference, names.url), file }];
}

function fileIn(content: XmlElement, id: string): Attachment['file'] {
  return {
    name: attribute(content, 'filename') ?? id,
    type: attribute(content, 'mimeCode') ?? 'application/octet-stream',
    content: textOf(content) ?? '',
  };
}

export type Currencies = { readonly currency: string; readonly taxCurrency: string | null };

/** The tax in the currency of the document, and in that of the tax office; a sum that names none is of the first. */
export function taxTotalsFrom(
  from: XmlElement | undefined,
  path: string,
  { currency, taxCurrency }: Currencies,
): Pick<InvoiceTotals, 'tax' | 'taxInTaxCurrency'> {
  const sums = all(from, path);
  const sumIn = (wanted: string) => sums.find((element) => attribute(element, 'currencyID') === wanted);
  return {
    tax: orZero(decimalIn(sumIn(currency) ?? sums[0], path)),
    taxInTaxCurrency: taxCurrency === null ? null : decimalIn(sumIn(taxCurrency), path),
  };
}

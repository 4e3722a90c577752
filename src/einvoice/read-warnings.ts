import { hasWrongCheckDigits } from '../core/vat-number.ts';
import type { Invoice } from './model.ts';
import { isCategory } from './read-common.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { textOf } from './xml-value.ts';

/** An inconsistency in the file, to look at before paying. */
export type ReadWarning = { readonly code: string; readonly place: string; readonly message: string };

const warningsMax = 50;
const proforma = '325';
const idMax = 40;

/** Warns of facts that the model has no place for. */
export function warningsIn(root: XmlElement, invoice: Invoice): readonly ReadWarning[] {
  const warnings: ReadWarning[] = [];
  if (invoice.typeCode === proforma) {
    warnings.push({ code: 'proforma', place: '/type', message: 'It is a proforma, and no invoice to pay.' });
  }
  for (const side of ['seller', 'buyer'] as const) {
    const { vatId } = invoice[side];
    if (vatId === null || !hasWrongCheckDigits(vatId)) continue;
    const message = `The VAT number ${vatId.slice(0, idMax)} has a wrong check digit: ask who sent it.`;
    warnings.push({ code: 'wrong_check_digit', place: `/${side}/vat_id`, message });
  }
  warnAbout(root, { invoice, parent: '', warnings });
  return warnings;
}

type Walk = { readonly invoice: Invoice; readonly parent: string; readonly warnings: ReadWarning[] };

function warnAbout(element: XmlElement, { invoice, parent, warnings }: Walk): void {
  if (warnings.length >= warningsMax) return;
  const { name } = element;
  const place = `${parent}/${name}`;
  const currency = element.attributes.get('currencyID');
  if (currency !== undefined && currency !== invoice.currency && currency !== invoice.taxCurrency) {
    warnings.push({
      code: 'other_currency',
      place,
      message: `An amount is in ${currency}, and the invoice in ${invoice.currency}.`,
    });
  }
  const isCategoryCode = name === 'ram:CategoryCode' || (name === 'cbc:ID' && parent.endsWith('TaxCategory'));
  const code = isCategoryCode ? textOf(element) : null;
  if (code !== null && !isCategory(code)) {
    warnings.push({
      code: 'tax_category_unknown',
      place,
      message: `"${code.slice(0, 20)}" is no category of tax of EN 16931; its rate decides how it is read.`,
    });
  }
  for (const child of element.children) warnAbout(child, { invoice, parent: place, warnings });
}

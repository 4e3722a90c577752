import { inFours } from '../core/mod97.ts';
import { swissAmountShown, type SwissBill, swissPartyShown, swissPayload } from '../core/swiss-qr.ts';
import { referenceShown } from '../core/swiss-reference.ts';
import { qrSvg } from './epc.ts';
import type { LayoutContext } from './layout-context.ts';
import type { QrBillModel } from './page-model.ts';
import { messagesOf } from '../messages/index.ts';
import { swissLanguageOf } from './qr-bill-language.ts';
import { sectionNames } from './template.ts';
import { amountAsked, isRequested, swissBillOf } from './transfer.ts';

/** The bill below the document, which then says nothing else of the account; a roll of a till has no room for it. */
export function billOf({ facts, template }: LayoutContext): SwissBill | undefined {
  const { sections = sectionNames, show_qr: isWanted, paper } = template;
  if (!isWanted || !sections.includes('payment') || paper === 'receipt_80mm') return undefined;
  if (!isRequested(facts) || facts.marks.includes('draft')) return undefined;
  const bill = swissBillOf(facts, amountAsked(facts));
  return typeof bill === 'object' ? bill : undefined;
}

export function billModel(context: LayoutContext): QrBillModel | null {
  const bill = billOf(context);
  if (bill === undefined) return null;
  const { iban, creditor, debtor, amount, currency, reference, message } = bill;
  const lang = swissLanguageOf(context.facts.language);
  return {
    lang,
    words: messagesOf(lang, 'qr_bill'),
    currency,
    message,
    account: [inFours(iban), ...swissPartyShown(creditor)],
    debtor: debtor && swissPartyShown(debtor),
    amount: amount === null ? null : swissAmountShown(amount),
    reference: reference === null ? null : referenceShown(reference),
    qr: qrSvg(swissPayload(bill)),
  };
}

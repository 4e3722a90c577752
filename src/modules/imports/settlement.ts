import type { Decimal } from '../../core/decimal.ts';
import { folded } from '../../core/fold.ts';
import { validationFailed } from '../../operation/errors.ts';
import { amountIn, inDigits, minus } from './amounts.ts';
import type { Values } from './import-record.ts';

/** What of an invoice or a bill was paid before: all, some, or all but what is still due. Undefined: nothing. */
export type Settlement =
  | { readonly kind: 'all' }
  | { readonly kind: 'paid'; readonly amount: string }
  | { readonly kind: 'all_but'; readonly due: Decimal };

/** Said by the amounts; where there are none, by the day, the method or the status. `computed` is what its rows say. */
export function settlementOf(head: Values, computed: Decimal | undefined): Settlement | undefined {
  const [paid, due] = [amountIn(head['amount_paid']), amountIn(head['amount_due'])];
  if ((due?.units ?? 0n) < 0n) throw overpaid(head['amount_due']);
  if (due !== undefined) return unpaidPart(due, { paid, total: amountIn(head['total']) ?? computed });
  if (paid !== undefined) return paid.units === 0n ? undefined : { kind: 'paid', amount: inDigits(paid) };
  const isPaid = head['payment_method'] !== undefined || head['paid_on'] !== undefined || isSettled(head['status']);
  return isPaid ? { kind: 'all' } : undefined;
}

type Known = { readonly paid: Decimal | undefined; readonly total: Decimal | undefined };

/** What is due counts, and not what was paid: the rest may have been credited or written off. */
function unpaidPart(due: Decimal, { paid, total }: Known): Settlement | undefined {
  if (due.units === 0n) return total?.units === 0n ? undefined : { kind: 'all' };
  if (total === undefined && paid === undefined) throw totalMissing();
  const settled = total === undefined ? paid : minus(total, due);
  return settled?.units === 0n ? undefined : { kind: 'all_but', due };
}

/** The amount to pay of what it came to in the books; undefined pays all of it. */
export function amountToPay(settlement: Settlement, total: unknown): string | undefined {
  if (settlement.kind === 'all') return undefined;
  if (settlement.kind === 'paid') return settlement.amount;
  const whole = amountIn(String(total));
  if (whole === undefined) throw new TypeError('a document has a total');
  const amount = minus(whole, settlement.due);
  if (amount.units < 0n) throw moreDueThanTotal(settlement.due, whole);
  return inDigits(amount);
}

/** In every language of the headings, folded. */
const settledWords =
  /^(?:(?:fully )?paid|settled|bezahlt|beglichen|payee?|reglee?|betaald|voldaan|pagad[oa]|saldat[oa])$/;
const unissuedWords = new RegExp(
  '^(?:draft|void(?:ed)?|deleted|cancell?ed|entwurf|storniert|geloscht|ungultig|brouillon|annulee?|concept|' +
    'geannuleerd|vervallen|borrador|anulad[oa]|bozza|annullat[oa])$',
);

function isSettled(status: string | undefined): boolean {
  return settledWords.test(folded(status).trim());
}

/** True where the old program says that it is a draft, or was taken back. */
export function isUnissued(status: string | undefined): boolean {
  return unissuedWords.test(folded(status).trim());
}

function overpaid(due: string | undefined): Error {
  const message = `${due} is due: more was paid than was owed. Bring it in as paid, and the rest as a payment.`;
  return validationFailed({ errors: [{ pointer: '/amount_due', code: 'overpaid', message }], hint: message });
}

function totalMissing(): Error {
  const message = 'Map a column to total or to amount_paid: what is due alone does not say how much was paid.';
  return validationFailed({ errors: [{ pointer: '/total', code: 'required', message }], hint: message });
}

function moreDueThanTotal(due: Decimal, total: Decimal): Error {
  const message = `${inDigits(due)} is due, and its rows come to ${inDigits(total)}.`;
  return validationFailed({ errors: [{ pointer: '/amount_due', code: 'over_total', message }], hint: message });
}

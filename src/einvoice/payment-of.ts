import type { Day } from '../core/calendar.ts';
import { minorDigits } from '../core/currency.ts';
import type { DocumentFacts } from '../render/facts.ts';
import type { EarlyPayment, Instalment, PaymentMeans } from '../render/payment-facts.ts';
import { decimalText, minorAmount, rounded, shortest } from './exact.ts';
import type { Payment, PaymentMean } from './model.ts';
import { followsGermanRules, type Profile } from './profile.ts';
import { speakable } from './xml.ts';

type PlacedPayment = { readonly payment: Payment; readonly places: readonly number[] };

/**
 * The standard knows one code of payment (BT-81), one card (BR-66), one mandate (BR-67) and one text (UBL-SR-46): the
 * first way to pay counts, and all other accounts of its code.
 */
export function paymentOf(facts: DocumentFacts, profile: Profile): PlacedPayment {
  const all = facts.payment?.means ?? [];
  const [first] = all;
  const chosen = [...all.entries()].filter(
    ([place, one]) => place === 0 || (one.kind === 'transfer' && one.code === first?.code),
  );
  const means = chosen.map(([, one]) => meanOf(one));
  const debit = chosen.map(([, one]) => one).find((one) => one.kind === 'direct_debit');
  return {
    payment: {
      means: means.length > 0 ? means : settled(facts, profile),
      terms: termsOf(facts, profile),
      remittance: means.length === 0 ? null : speakable(facts.payment?.remittance ?? null),
      creditorId: debit === undefined ? null : speakable(debit.creditorId),
    },
    places: chosen.map(([place]) => place),
  };
}

function meanOf(means: PaymentMeans): PaymentMean {
  const mean = { code: means.code, label: null, account: null, card: null, debit: null };
  if (means.kind === 'transfer') {
    const account = {
      id: speakable(means.accountIsIban ? compact(means.account) : means.account) ?? '',
      isIban: means.accountIsIban,
      name: speakable(means.accountName),
      bic: means.bic === null ? null : speakable(compact(means.bic)),
    };
    return { ...mean, account };
  }
  if (means.kind === 'direct_debit') {
    return { ...mean, debit: { mandate: speakable(means.mandate), account: speakable(compact(means.debitedAccount)) } };
  }
  if (means.kind === 'card') {
    const lastDigits = speakable(means.lastDigits);
    return { ...mean, card: lastDigits === null ? null : { lastDigits, holder: speakable(means.holder) } };
  }
  return { ...mean, label: speakable(means.label) };
}

/** A credit note is good from the day of its issue, unless it says otherwise: what is open must have a day or terms. */
export function dueOf(facts: DocumentFacts): Day | null {
  const { dates, type, payment, totals } = facts;
  const isOpenCredit = type === 'credit_note' && totals.due > 0n && speakable(payment?.terms ?? null) === null;
  return dates.due ?? (isOpenCredit ? dates.issued : null);
}

/**
 * Germany wants to know how to pay even what is paid, and a credit note in UBL has its due date with the way to pay:
 * `1` says that no way is defined, for which the Dutch have `57`.
 */
function settled(facts: DocumentFacts, profile: Profile): readonly PaymentMean[] {
  const isWanted = followsGermanRules(facts, profile) && (facts.type === 'credit_note' || facts.totals.due <= 0n);
  const isDatedCredit = facts.type === 'credit_note' && dueOf(facts) !== null;
  if (!isWanted && !isDatedCredit) return [];
  const code = facts.seller.address.country === 'NL' ? '57' : '1';
  return [{ code, label: null, account: null, card: null, debit: null }];
}

/**
 * Germany has discounts for early payment in lines of a form of its own. Parts of what is due have no place of their
 * own in the standard, which takes one day and this text: each is a line that reads alike in every language.
 */
function termsOf(facts: DocumentFacts, profile: Profile): string | null {
  const { payment, instalments = [], currency } = facts;
  const isGerman = followsGermanRules(facts, profile);
  const discounts = (payment?.earlyPayment ?? []).map((one) => (isGerman ? skonto(one, facts) : earlyText(one, facts)));
  const parts = instalments.map((part) => partText(part, currency));
  const lines = [payment?.terms ?? null, ...parts, ...discounts];
  return speakable(lines.filter((line) => line !== null).join('\n'));
}

/** With its base where that is not the whole invoice, such as after deposits. */
function skonto({ days, percent, base }: EarlyPayment, { totals, currency }: DocumentFacts): string {
  const part = base === totals.gross ? '' : `BASISBETRAG=${decimalText(minorAmount(base, currency), 2)}#`;
  return `#SKONTO#TAGE=${days}#PROZENT=${decimalText(rounded(percent, 2), 2)}#${part}`;
}

function earlyText({ until, percent, payable }: EarlyPayment, { currency }: DocumentFacts): string {
  const amount = decimalText(minorAmount(payable, currency), minorDigits(currency) ?? 2);
  return `${until}: ${amount} ${currency} (−${decimalText(shortest(percent))} %)`;
}

function partText({ due, amount, percent }: Instalment, currency: string): string {
  const share = percent === null ? '' : ` (${decimalText(shortest(percent))} %)`;
  return `${due}: ${decimalText(minorAmount(amount, currency), minorDigits(currency) ?? 2)} ${currency}${share}`;
}

function compact(id: string): string {
  return id.replaceAll(/\s/g, '').toUpperCase();
}

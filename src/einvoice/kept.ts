import { minorDigits } from '../core/currency.ts';
import { type ExpenseFacts, expenseOf } from './expense-of.ts';
import { readInvoice } from './read.ts';
import { type UnreadableCode, UnreadableInvoice } from './unreadable.ts';

/** Why a file could not be read as an e-invoice; `place` is the path of the element to blame, if one is. */
export type EInvoiceFault = {
  readonly code: UnreadableCode | 'too_slow' | 'failed';
  readonly message: string;
  readonly place: string | null;
};

type InJson<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { readonly [Field in keyof Value]: InJson<Value[Field]> }
    : Value;

/** Facts for a draft expense in JSON, with amounts as digits; or the reason for having none. */
export type KeptEInvoice =
  | { readonly facts: InJson<ExpenseFacts> & { readonly linesTotal: number }; readonly fault?: undefined }
  | { readonly facts?: undefined; readonly fault: EInvoiceFault };

/** Lines that are kept: whoever bills more is told as sums. */
const linesMax = 500;

/** Reads a file as {@link readInvoice} does, and answers a fault instead of throwing one. */
export function keptEInvoice(bytes: Uint8Array): KeptEInvoice {
  try {
    const facts = expenseOf(readInvoice(bytes));
    if (minorDigits(facts.currency) === undefined) {
      const message = `"${facts.currency}" is no currency of ISO 4217.`;
      return { fault: { code: 'field_wrong', message, place: '/currency' } };
    }
    const kept = { ...facts, lines: facts.lines.slice(0, linesMax), linesTotal: facts.lines.length };
    // Amounts become digits, and all else is the same in JSON.
    return { facts: JSON.parse(JSON.stringify(kept, digits)) as InJson<ExpenseFacts> & { linesTotal: number } };
  } catch (error) {
    if (!(error instanceof UnreadableInvoice)) throw error;
    const { code, message, place } = error;
    return { fault: { code, message, place } };
  }
}

function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

import { filled, language, words } from '../../words/index.ts';
import { isNothing, locale, money } from '../../kit/values.ts';

export type Scheme = 'national' | 'oss';

export type Check = {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly count: number;
  readonly codes: readonly string[];
  readonly records: readonly { readonly id: string; readonly number: string | null; readonly name: string | null }[];
};

export type Box = {
  readonly box: string;
  readonly name: string;
  readonly local_name: string | null;
  readonly base: string | null;
  readonly tax: string | null;
  readonly total: string | null;
  readonly is_asked: boolean;
  readonly codes: readonly string[];
};

export type VatReturn = {
  readonly id: string;
  readonly scheme: Scheme;
  readonly form: string;
  readonly form_name: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly file_by: string | null;
  readonly status: string;
  readonly corrects_id: string | null;
  readonly due: string;
  readonly filed_on: string | null;
  readonly filed_by: { readonly name: string | null } | null;
  readonly reference: string | null;
  readonly settled_on: string | null;
  readonly settlement_entry_id: string | null;
  readonly amount_paid: string;
  readonly amount_due: string;
  readonly rounding: string;
  readonly notes: string | null;
  readonly form_language: string | null;
  readonly version: number;
  readonly boxes: readonly Box[];
  readonly checks: readonly Check[];
  readonly payments: readonly {
    readonly id: string;
    readonly amount: string;
    readonly paid_on: string;
    readonly entry_id: string;
    readonly reversed_on: string | null;
  }[];
};

export const needs = 'vat:write';
/** Paths of the API whose answers change with a return. */
export const changes = ['vat-', 'reports', 'journal-entries', 'period-locks'];

/** January 2026, or January – March 2026. */
export function spanOf({ period_from: from, period_to: to }: Pick<VatReturn, 'period_from' | 'period_to'>): string {
  const format = new Intl.DateTimeFormat(locale.value, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

export const bare = (amount: string): string => amount.replace(/^-/, '');

/** 190.00 € to pay, or to get back. */
export function dueIn(amount: string): string {
  const w = words.value.vatReturns;
  if (isNothing(amount)) return w.nothingDue;
  return filled(amount.startsWith('-') ? w.toReceive : w.toPay, { amount: money(bare(amount)) });
}

/** As the form calls it. One that has no words of its own is called by what its codes stand for. */
export function boxName({ box, name, local_name: local, codes, base, tax }: Box): string {
  if (local !== null || language.value === 'en') return local ?? name;
  const w = words.value.vatReturns;
  const natures = [...new Set(codes.map(natureOf))].filter((nature) => nature !== '').join(', ');
  if (natures === '') return box === 'due' ? w.due : name;
  return base !== null && tax !== null ? natures : `${natures}: ${base === null ? w.tax : w.base}`;
}

/** The boxes of a form that is the same in all countries have names instead, in English. */
export const isNumbered = ({ box }: Box): boolean => language.value === 'en' || !/^[a-z]{3,}$/.test(box);

/** Forms that are the same in all countries; the others are called as their authorities call them. */
export const formName = ({ form, form_name: name, scheme }: VatReturn): string =>
  form === 'generic' || form === 'eu-oss' ? words.value.vatReturns.schemes[scheme] : name;

/** A code with what it stands for: `S19`, taxed sales. */
export function natureOf(code: string): string {
  const { natures } = words.value.vatReturns;
  const [nature = ''] = /^[A-Z]+/.exec(code) ?? [];
  return (natures as Readonly<Record<string, string>>)[nature] ?? '';
}

import { type Day, partsOf } from './calendar.ts';

/** Interval after which a series restarts at 1. */
export const numberResets = ['never', 'yearly', 'monthly'] as const;
export type NumberResets = (typeof numberResets)[number];

const sequence = /\{SEQ(?::([1-9]))?\}$/;

export type PatternFault = 'no_sequence' | 'unknown_placeholder' | 'not_told_apart' | 'repeats';

/**
 * The fault of a pattern such as `INV-{YYYY}-{SEQ:5}`, or undefined. It ends with the sequence, which stands apart from
 * digits before it, and it says whatever its numbers begin again with.
 */
export function patternFault(pattern: string, resets: NumberResets): PatternFault | undefined {
  if (!sequence.test(pattern)) return 'no_sequence';
  const before = pattern.replace(sequence, '');
  if (/[{}]/.test(before.replaceAll('{YYYY}', '').replaceAll('{MM}', ''))) return 'unknown_placeholder';
  if (/[0-9}]$/.test(before)) return 'not_told_apart';
  const isTold = resets === 'never' || (before.includes('{YYYY}') && (resets === 'yearly' || before.includes('{MM}')));
  return isTold ? undefined : 'repeats';
}

/** The part of a number before its sequence, on a day. */
export function numberPrefix(pattern: string, day: Day): string {
  const { year, month } = partsOf(day);
  return pattern
    .replace(sequence, '')
    .replaceAll('{YYYY}', String(year).padStart(4, '0'))
    .replaceAll('{MM}', String(month).padStart(2, '0'));
}

/** The number in this place, as the database writes it. */
export function numberAt(pattern: string, day: Day, place: number): string {
  const digits = Number(sequence.exec(pattern)?.[1] ?? 1);
  return numberPrefix(pattern, day) + String(place).padStart(digits, '0');
}

/** The part of a series that a day is counted in, as the database calls it. */
export function numberPeriod(resets: NumberResets, day: Day): string {
  if (resets === 'never') return '';
  return resets === 'yearly' ? day.slice(0, 4) : day.slice(0, 7);
}

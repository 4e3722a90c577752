import type { Subject } from '../../api/types.ts';
import { money } from '../../kit/values.ts';

/** `S-2026-00042 · Bakery Ana · €120.00` */
export function calledOf({ number, title, amount, currency }: Subject): string {
  const sum = amount === null ? null : money(amount, currency ?? undefined);
  return [number, title, sum].filter(Boolean).join(' · ');
}

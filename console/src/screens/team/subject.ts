import type { Subject } from '../../api/types.ts';
import { money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';

/** `S-2026-00042 · Bakery Ana · €120.00` */
export function calledOf({ number, title, amount, currency }: Subject): string {
  const sum = amount === null ? null : money(amount, currency ?? undefined);
  return [number, title, sum].filter(Boolean).join(' · ');
}

/** Label of an action. Most names are plain enough to be shown as they are. */
export function actionName(action: string): string {
  const plain = action.replaceAll('_', ' ');
  return named({ [action]: plain.charAt(0).toUpperCase() + plain.slice(1), ...words.value.actions }, action);
}

/** Index of open items, by the numbers in a text, by debtor and by amount. */
import { addDays, type Day } from '../core/calendar.ts';
import { discountOf } from '../core/early-discount.ts';
import { paidBy } from './paid-by.ts';
import type { Line, OpenItem } from './model.ts';
import { keysInText, keysOfNumber, type Strength } from './numbers.ts';

/** An item that a line names. */
export type Named = { readonly item: OpenItem; readonly by: 'reference' | Strength; readonly value: string };

const daysBefore = 10;
const daysAfter = 400;

export class OpenItems {
  readonly #byId = new Map<string, OpenItem>();
  readonly #byNumber = new Map<string, Set<string>>();
  readonly #byReference = new Map<string, Set<string>>();
  readonly #byParty = new Map<string, Set<string>>();
  readonly #byAmount = new Map<string, Set<string>>();

  constructor(items: readonly OpenItem[]) {
    for (const item of items) {
      this.#byId.set(item.id, item);
      for (const key of item.numbers.flatMap(keysOfNumber)) note(this.#byNumber, key, item.id);
      for (const reference of item.references) note(this.#byReference, reference, item.id);
      if (item.partyId !== null) note(this.#byParty, item.partyId, item.id);
      this.#noteAmounts(item);
    }
  }

  /** Takes off what a match pays. */
  pay(id: string, amount: bigint): void {
    const item = this.#byId.get(id);
    if (item === undefined) return;
    const open = item.open - amount;
    for (const due of amountsOf(item)) this.#byAmount.get(amountKey(item.currency, due))?.delete(id);
    if (open <= 0n) {
      this.#byId.delete(id);
      return;
    }
    const left = { ...item, open };
    this.#byId.set(id, left);
    this.#noteAmounts(left);
  }

  #noteAmounts(item: OpenItem): void {
    for (const due of amountsOf(item)) note(this.#byAmount, amountKey(item.currency, due), item.id);
  }

  /** Those that its text or its references name, each by the strongest of its names. */
  namedIn(line: Line): Named[] {
    const named = new Map<string, Named>();
    const add = (ids: ReadonlySet<string> | undefined, by: Named['by'], value: string) => {
      for (const item of this.#fitting(ids, line)) {
        const known = named.get(item.id);
        if (known === undefined || rank[by] > rank[known.by]) named.set(item.id, { item, by, value });
      }
    };
    for (const reference of line.references) add(this.#byReference.get(reference), 'reference', reference);
    for (const [key, strength] of keysInText(`${line.text}\n${line.references.join('\n')}`)) {
      const ids = this.#byNumber.get(key);
      if (ids === undefined) continue;
      for (const id of ids) add(new Set([id]), strength, this.#numberOf(id, key));
    }
    return [...named.values()];
  }

  /** That of its numbers which the key is of. */
  #numberOf(id: string, key: string): string {
    const { numbers = [] } = this.#byId.get(id) ?? {};
    return numbers.find((number) => keysOfNumber(number).includes(key)) ?? '';
  }

  ofParty(party: string, line: Line): OpenItem[] {
    return this.#fitting(this.#byParty.get(party), line);
  }

  ofAmount(line: Line): OpenItem[] {
    const amount = paidBy(line);
    const found = this.#fitting(this.#byAmount.get(amountKey(line.currency, amount)), line);
    return found.filter((item) => item.open === amount || item.open - discountFor(item, line.day) === amount);
  }

  /** In the currency of the line, in its direction, and neither long before nor after it. */
  #fitting(ids: ReadonlySet<string> | undefined, line: Line): OpenItem[] {
    const first = addDays(line.day, -daysAfter);
    const last = addDays(line.day, daysBefore);
    return [...(ids ?? [])].flatMap((id) => {
      const item = this.#byId.get(id);
      const fits =
        item !== undefined &&
        (item.side === 'sale') === line.amount > 0n &&
        item.currency === line.currency &&
        item.day >= first &&
        item.day <= last;
      return fits ? [item] : [];
    });
  }
}

/** The discount available for money received on a day. */
export function discountFor({ open, discounts }: OpenItem, day: Day): bigint {
  const inTime = discounts.filter(({ through }) => day <= through).map(({ percent }) => discountOf(open, percent));
  return inTime.reduce((most, one) => (one > most ? one : most), 0n);
}

/** All that it, or an early payment of it, may come to. */
function amountsOf({ open, discounts }: OpenItem): bigint[] {
  return [open, ...discounts.map(({ percent }) => open - discountOf(open, percent))];
}

const rank = { reference: 2, number: 1, digits: 0 } as const;

function amountKey(currency: string, amount: bigint): string {
  return `${currency}${amount}`;
}

function note(groups: Map<string, Set<string>>, key: string, id: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([id]));
  else group.add(id);
}

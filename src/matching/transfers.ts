/** Money that goes from one bank account of the organisation to another: a line on each. */
import { daysBetween } from '../core/calendar.ts';
import { scoreOf, told } from './candidates.ts';
import type { Line, OwnAccount, Suggestion } from './model.ts';
import { absolute } from './open-items.ts';

const daysOnTheWay = 5;
/** Some banks book what comes in on the day before. */
const daysEarly = 1;

export class OwnTransfers {
  readonly #byIban: ReadonlyMap<string, string>;
  readonly #lines = new Map<string, Line>();
  readonly #byAmount = new Map<string, Set<string>>();

  constructor(accounts: readonly OwnAccount[], lines: readonly Line[]) {
    this.#byIban = new Map(accounts.flatMap(({ id, iban }) => (iban === null ? [] : [[iban, id]])));
    for (const line of lines) {
      if (this.#otherAccount(line) === undefined) continue;
      this.#lines.set(line.id, line);
      const key = keyOf(line.currency, line.amount);
      this.#byAmount.set(key, (this.#byAmount.get(key) ?? new Set()).add(line.id));
    }
  }

  remove(id: string): void {
    const line = this.#lines.get(id);
    if (line === undefined) return;
    this.#lines.delete(id);
    this.#byAmount.get(keyOf(line.currency, line.amount))?.delete(id);
  }

  /** Certain where each of the two lines has no other that it could belong to. */
  candidatesFor(line: Line): Suggestion[] {
    const opposite = this.#oppositeOf(line);
    return opposite.map((other) => {
      const evidence = [
        told('own_account', line.counterpartyAccount),
        told('opposite_line'),
        { code: 'day' as const, points: Math.max(0, told('day').points - distance(line, other)), value: other.day },
      ];
      return {
        score: scoreOf(evidence),
        targets: [{ kind: 'bank_line' as const, id: other.id, amount: absolute(line.amount) }],
        fee: 0n,
        isExplained: true,
        isCertain: opposite.length === 1 && this.#oppositeOf(other).length === 1,
        evidence,
      };
    });
  }

  #oppositeOf(line: Line): Line[] {
    const account = this.#otherAccount(line);
    if (account === undefined) return [];
    return [...(this.#byAmount.get(keyOf(line.currency, -line.amount)) ?? [])].flatMap((id) => {
      const other = this.#lines.get(id);
      const fits =
        other !== undefined &&
        other.bankAccountId === account &&
        this.#otherAccount(other) === line.bankAccountId &&
        isOnTheWay(line, other);
      return fits ? [other] : [];
    });
  }

  /** The own account that it goes to or comes from. */
  #otherAccount({ counterpartyAccount, bankAccountId }: Line): string | undefined {
    const account = this.#byIban.get(counterpartyAccount ?? '');
    return account === bankAccountId ? undefined : account;
  }
}

/** It leaves before it arrives. */
function isOnTheWay(line: Line, other: Line): boolean {
  const [out, into] = line.amount < 0n ? [line, other] : [other, line];
  const days = daysBetween(out.day, into.day);
  return days >= -daysEarly && days <= daysOnTheWay;
}

function distance(line: Line, other: Line): number {
  return Math.abs(daysBetween(line.day, other.day));
}

function keyOf(currency: string, amount: bigint): string {
  return `${currency}${amount}`;
}

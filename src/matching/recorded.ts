/** Money that the books have on a bank account and that no line of it is matched with yet. */
import { daysBetween } from '../core/calendar.ts';
import { scoreOf, told } from './candidates.ts';
import type { Evidence, Line, RecordedEntry, Suggestion } from './model.ts';
import type { Parties } from './parties.ts';

const daysAround = 7;
const pointsPerDay = 1;

export class Recorded {
  readonly #ofAccount: ReadonlyMap<string, Map<string, RecordedEntry[]>>;

  constructor(recorded: ReadonlyMap<string, readonly RecordedEntry[]>) {
    this.#ofAccount = new Map(
      [...recorded].map(([account, entries]) => [account, Map.groupBy(entries, ({ amount }) => String(amount))]),
    );
  }

  remove(account: string, id: string): void {
    for (const [amount, entries] of this.#ofAccount.get(account) ?? []) {
      const left = entries.filter(({ parts }) => parts.every((part) => part.id !== id));
      if (left.length < entries.length) this.#ofAccount.get(account)?.set(amount, left);
    }
  }

  candidatesFor(line: Line, parties: Parties): Suggestion[] {
    const same = this.#ofAccount.get(line.bankAccountId)?.get(String(line.amount)) ?? [];
    const near = same.filter(({ day }) => Math.abs(daysBetween(day, line.day)) <= daysAround);
    if (near.length === 0) return [];
    const payers = parties.payersOf({ name: line.counterpartyName, account: line.counterpartyAccount });
    return near.map((entry) => {
      const payer = payers.find(({ id }) => id === entry.partyId);
      const away = Math.abs(daysBetween(entry.day, line.day));
      const evidence: Evidence[] = [
        told('recorded'),
        told('amount'),
        ...(payer === undefined ? [] : [told(payer.isKnownAccount ? 'known_account' : 'name', payer.name)]),
        { code: 'day', points: Math.max(0, told('day').points - away * pointsPerDay), value: null },
      ];
      return {
        score: scoreOf(evidence),
        targets: entry.parts.map(({ id, amount }) => ({
          kind: 'entry' as const,
          id,
          amount: line.amount < 0n ? -amount : amount,
        })),
        fee: 0n,
        isExplained: true,
        isCertain: true,
        evidence,
      };
    });
  }
}

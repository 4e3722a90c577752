/** Money that a payment provider pays out to a bank account of the organisation, which no account number tells. */
import { absolute } from '../core/absolute.ts';
import { daysBetween } from '../core/calendar.ts';
import { folded } from '../core/fold.ts';
import { scoreOf, told } from './candidates.ts';
import type { Line, OwnAccount, Suggestion, TransferLine } from './model.ts';
import { OppositeLines } from './opposite-lines.ts';

const daysOnTheWay = 7;
/** Shorter words are in many texts. */
const wordLengthMin = 4;

export class Payouts {
  readonly #providers: ReadonlyMap<string, string>;
  readonly #lines: OppositeLines;

  /** `lines`: what leaves accounts at providers, and what comes in elsewhere by the same amounts. */
  constructor(accounts: readonly OwnAccount[], lines: readonly TransferLine[]) {
    this.#providers = new Map(accounts.flatMap(({ id, provider }) => (provider ? [[id, provider]] : [])));
    this.#lines = new OppositeLines(lines);
  }

  close(id: string): void {
    this.#lines.close(id);
  }

  /** The other line, where either has no other. It is certain where the bank names the provider or its payout. */
  candidatesFor(line: Line): Suggestion[] {
    const [other, ...more] = this.#oppositeOf(line);
    if (other === undefined || more.length > 0 || this.#oppositeOf(other).length > 1) return [];
    const [from, into] = line.amount < 0n ? [line, other] : [other, line];
    const provider = this.#providers.get(from.bankAccountId) ?? '';
    const isNamed = names(into, provider) || sharesReference(from, into);
    const evidence = [...(isNamed ? [told('own_account', provider)] : []), told('opposite_line', other.day)];
    const target = { kind: 'bank_line', id: other.id, amount: absolute(line.amount) } as const;
    return [{ score: scoreOf(evidence), targets: [target], fee: 0n, isExplained: true, isCertain: isNamed, evidence }];
  }

  #oppositeOf(line: Line): TransferLine[] {
    const isFrom = line.amount < 0n;
    if (isFrom !== this.#providers.has(line.bankAccountId)) return [];
    return this.#lines.oppositeOf(line).filter((other) => {
      const days = isFrom ? daysBetween(line.day, other.day) : daysBetween(other.day, line.day);
      return (
        !other.isMatched && this.#providers.has(other.bankAccountId) !== isFrom && days >= 0 && days <= daysOnTheWay
      );
    });
  }
}

function names({ counterpartyName, text }: Line, provider: string): boolean {
  const said = wordsOf(`${counterpartyName ?? ''} ${text}`);
  return [...wordsOf(provider)].some((word) => word.length >= wordLengthMin && said.has(word));
}

/** A word with digits in it, such as the id of a payout, that both texts have. */
function sharesReference(one: Line, other: Line): boolean {
  const said = wordsOf(other.text);
  return [...wordsOf(one.text)].some((word) => word.length >= wordLengthMin && /\d/.test(word) && said.has(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(folded(text).split(/[^\p{L}\p{N}]+/u));
}

/** Money that goes from one bank account of the organisation to another: a line on each. */
import { absolute } from '../core/absolute.ts';
import { daysBetween } from '../core/calendar.ts';
import { scoreOf, told } from './candidates.ts';
import type { Line, OwnAccount, Suggestion, Target, TransferLine } from './model.ts';
import { OppositeLines } from './opposite-lines.ts';

const daysOnTheWay = 5;
/** Some banks book what comes in on the day before. */
const daysEarly = 1;

export class OwnTransfers {
  readonly #byIban: ReadonlyMap<string, string>;
  readonly #lines: OppositeLines;

  constructor(accounts: readonly OwnAccount[], lines: readonly TransferLine[]) {
    this.#byIban = new Map(accounts.flatMap(({ id, iban }) => (iban === null ? [] : [[iban, id]])));
    this.#lines = new OppositeLines(lines.filter((line) => this.#otherAccount(line) !== undefined));
  }

  close(id: string): void {
    this.#lines.close(id);
  }

  /**
   * The other line, where either of the two has no other that it could belong to. Of several alike nobody can tell
   * which is which; that the money went to the other account is certain all the same.
   */
  candidatesFor(line: Line): Suggestion[] {
    const account = this.#otherAccount(line);
    if (account === undefined) return [];
    const opposite = this.#oppositeOf(line);
    const [other] = opposite;
    const isPair = other?.isMatched === false && opposite.length === 1 && this.#oppositeOf(other).length === 1;
    const evidence = [
      told('own_account', line.counterpartyAccount),
      ...(other === undefined ? [] : [told('opposite_line', other.day)]),
    ];
    const target: Target = isPair
      ? { kind: 'bank_line', id: other.id, amount: absolute(line.amount) }
      : { kind: 'bank_account', id: account, amount: absolute(line.amount) };
    const isCertain = other !== undefined;
    return [{ score: scoreOf(evidence), targets: [target], fee: 0n, isExplained: true, isCertain, evidence }];
  }

  #oppositeOf(line: Line): TransferLine[] {
    const account = this.#otherAccount(line);
    if (account === undefined) return [];
    return this.#lines.oppositeOf(line).filter((other) => {
      return (
        other.bankAccountId === account && this.#otherAccount(other) === line.bankAccountId && isOnTheWay(line, other)
      );
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

/**
 * Suggests what a line of a bank statement pays. Amount alone is never enough to book by, unless the books have that
 * very amount on the account already.
 */
import { candidatesFor, certainLead, certainScore, scoreOf, told } from './candidates.ts';
import type {
  Evidence,
  Line,
  OpenItem,
  OrderedPayment,
  OwnAccount,
  Party,
  RecordedEntry,
  Suggestion,
  Target,
  TransferLine,
} from './model.ts';
import { OpenItems } from './open-items.ts';
import { OrderedPayments } from './ordered.ts';
import { paidBy } from './paid-by.ts';
import { partsOf, withParts } from './parts.ts';
import { Parties, same } from './parties.ts';
import { Payouts } from './payouts.ts';
import { Recorded } from './recorded.ts';
import { OwnTransfers } from './transfers.ts';

export type Known = {
  readonly items: readonly OpenItem[];
  readonly parties: readonly Party[];
  /** Unmatched money of the books by bank account. */
  readonly recorded: ReadonlyMap<string, readonly RecordedEntry[]>;
  readonly accounts: readonly OwnAccount[];
  /** Payments that the bank was asked for and that no line is matched with yet. */
  readonly ordered?: readonly OrderedPayment[];
  /** Lines of all bank accounts that name another of them. */
  readonly lines: readonly TransferLine[];
  /** Lines that may be payouts of payment providers, on either side. */
  readonly payouts?: readonly TransferLine[];
};

const shownMax = 5;

export class Matcher {
  readonly #items: OpenItems;
  readonly #parties: Parties;
  readonly #partyOf: ReadonlyMap<string, string>;
  readonly #recorded: Recorded;
  readonly #transfers: OwnTransfers;
  readonly #ordered: OrderedPayments;
  readonly #payouts: Payouts;

  constructor({ items, parties, recorded, accounts, lines, ordered = [], payouts = [] }: Known) {
    this.#items = new OpenItems(items);
    this.#parties = new Parties(parties);
    this.#partyOf = new Map(items.flatMap(({ id, partyId }) => (partyId === null ? [] : [[id, partyId]])));
    this.#recorded = new Recorded(recorded);
    this.#transfers = new OwnTransfers(accounts, lines);
    this.#ordered = new OrderedPayments(ordered);
    this.#payouts = new Payouts(accounts, payouts);
  }

  /** The likeliest first. At most the first is certain. */
  suggest(line: Line): Suggestion[] {
    if (line.amount === 0n) return [];
    const ordered = this.#ordered.candidatesFor(line);
    const known = new Set(ordered.flatMap(({ targets }) => targets.map(({ id }) => id)));
    const others = [
      ...this.#recorded.candidatesFor(line, this.#parties),
      ...this.#transfers.candidatesFor(line),
      ...this.#payouts.candidatesFor(line),
      ...withParts(
        candidatesFor(line, this.#items, this.#parties),
        partsOf(line, (part) => candidatesFor(part, this.#items, this.#parties)),
      ),
      ...this.#credit(line),
    ];
    // What was ordered from the bank is told once, and by that.
    const rest = others.filter(({ targets }) => !targets.some(({ id }) => known.has(id)));
    const all = [...ordered, ...rest].toSorted((a, b) => b.score - a.score);
    const [best, next] = all;
    // Whose id the bank gives back, nothing else is.
    const isNamed = ordered.some(({ evidence }) => evidence.some(({ code }) => code === 'ordered'));
    const lead = isNamed && best === ordered[0] ? certainLead : (best?.score ?? 0) - (next?.score ?? 0);
    return all.slice(0, shownMax).map((one) => ({
      ...one,
      isCertain: one === best && one.isCertain && one.score >= certainScore && lead >= certainLead,
    }));
  }

  /** Keeps what a line was matched with, so that nothing is paid twice and its payer is known again. */
  take(line: Line, { targets }: Pick<Suggestion, 'targets'>): void {
    this.#ordered.take(targets);
    for (const { kind, id, amount, discount = 0n } of targets) {
      if (kind === 'sale' || kind === 'expense' || kind === 'payment') {
        this.#items.pay(id, amount + discount);
        const party = this.#partyOf.get(id);
        // Of payments that were booked together, a line names the first payer at most.
        if (party !== undefined && line.counterpartyAccount !== null && (line.details ?? []).length < 2) {
          this.#parties.learn(line.counterpartyAccount, party);
        }
      }
      if (kind === 'entry') this.#recorded.remove(line.bankAccountId, id);
      if (kind === 'bank_line') this.#close(id);
    }
    this.#close(line.id);
  }

  #close(id: string): void {
    this.#transfers.close(id);
    this.#payouts.close(id);
  }

  /** Whoever pays what nothing is open for has credit. */
  #credit(line: Line): Suggestion[] {
    const [payer, other] = this.#parties.payersOf({ name: line.counterpartyName, account: line.counterpartyAccount });
    if (payer === undefined || (other !== undefined && !payer.isKnownAccount)) return [];
    const evidence: Evidence[] = [
      ...(payer.isKnownAccount ? [told('known_account', payer.name)] : []),
      ...(payer.likeness > 0 ? [told(payer.likeness >= same ? 'name' : 'similar_name', payer.name)] : []),
    ];
    const isIn = line.amount > 0n;
    const target: Target = isIn
      ? { kind: 'client_credit', id: payer.id, amount: paidBy(line) }
      : { kind: 'supplier_credit', id: payer.id, amount: -line.amount };
    const fee = isIn ? (line.kept ?? 0n) : 0n;
    return [{ score: scoreOf(evidence), targets: [target], fee, isExplained: true, isCertain: false, evidence }];
  }
}

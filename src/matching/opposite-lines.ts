import type { TransferLine } from './model.ts';

type Money = Pick<TransferLine, 'currency' | 'amount'>;

/** Lines of bank accounts by what they move, so that each finds what may be its other side. */
export class OppositeLines {
  readonly #lines = new Map<string, TransferLine>();
  readonly #byMoney = new Map<string, Set<string>>();

  constructor(lines: readonly TransferLine[]) {
    for (const line of lines) {
      this.#lines.set(line.id, line);
      const key = keyOf(line);
      this.#byMoney.set(key, (this.#byMoney.get(key) ?? new Set()).add(line.id));
    }
  }

  /** Keeps that a line is matched: it tells of a transfer still, and is nobody's other line. */
  close(id: string): void {
    const line = this.#lines.get(id);
    if (line !== undefined) this.#lines.set(id, { ...line, isMatched: true });
  }

  /** Lines of the same amount the other way, matched ones among them. */
  oppositeOf({ currency, amount }: Money): TransferLine[] {
    return [...(this.#byMoney.get(keyOf({ currency, amount: -amount })) ?? [])].flatMap(
      (id) => this.#lines.get(id) ?? [],
    );
  }
}

function keyOf({ currency, amount }: Money): string {
  return `${currency}${amount}`;
}

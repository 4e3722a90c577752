import { type Amounts, combine } from '../figure.ts';
import { heldBy, isSection, isSum, type LayoutNode, type LayoutTree, type LineKey, summedBy } from './layout-tree.ts';
import type { HeldPurpose } from './purposes.ts';

/** What is on an account, or is counted without one, and what it is for. Debits are positive. */
export type StatementPart = {
  /** Id of the account, or the name of the earnings. */
  readonly key: string;
  readonly account: { readonly id: string; readonly code: string; readonly name: string } | undefined;
  readonly purpose: HeldPurpose;
  readonly amounts: Amounts;
};

export type LaidOutLine = {
  readonly kind: 'heading' | 'line' | 'subtotal' | 'total';
  readonly key: LineKey;
  readonly code: string | null;
  readonly level: number;
  /** The sum of a section, which is called by it. */
  readonly isTotalOf: boolean;
  /** Undefined for a heading. */
  readonly amounts: Amounts | undefined;
  /** Of a line, with its sign. */
  readonly parts: readonly StatementPart[];
};

type Asked = {
  readonly parts: readonly StatementPart[];
  /** Nothing, with the columns that there are. */
  readonly like: Amounts;
  readonly includesZero: boolean;
};

/** The lines of a tree from top to bottom: sums below what they sum up, and lines of nothing left out. */
export function layOut(tree: LayoutTree, asked: Asked): LaidOutLine[] {
  return tree.flatMap(({ side, nodes }) => {
    const parts = side === 'debit' ? asked.parts : asked.parts.map(turned(asked.like));
    return linesOf(nodes, { ...asked, parts, level: 0 });
  });
}

type Within = Asked & { readonly level: number };

function linesOf(nodes: readonly LayoutNode[], within: Within): LaidOutLine[] {
  return nodes.flatMap((node, at) => {
    if (isSection(node)) return sectionLines(node, within);
    const { key, code = null } = node;
    const { level, like } = within;
    if (isSum(node)) {
      const summed = summedBy(node, nodes.slice(0, at));
      const kind = at === nodes.length - 1 ? 'total' : 'subtotal';
      return [{ kind, key, code, level, isTotalOf: false, amounts: sumOf(summed, within), parts: [] }];
    }
    const parts = within.parts.filter(({ purpose, amounts }) => node.holds.includes(purpose) && !isNothing(amounts));
    const amounts = combine(
      parts.map((part) => part.amounts),
      [],
      like,
    );
    const isShown = within.includesZero || !isNothing(amounts);
    return isShown ? [{ kind: 'line', key, code, level, isTotalOf: false, amounts, parts }] : [];
  });
}

function sectionLines(node: Extract<LayoutNode, { parts: unknown }>, within: Within): LaidOutLine[] {
  const { key, code = null, total } = node;
  const { level } = within;
  const inner = linesOf(node.parts, { ...within, level: level + 1 });
  if (inner.length === 0) return [];
  const common = { level, parts: [] };
  return [
    { ...common, kind: 'heading', key, code, isTotalOf: false, amounts: undefined },
    ...inner,
    {
      ...common,
      kind: level === 0 ? 'total' : 'subtotal',
      key: total ?? key,
      code: null,
      isTotalOf: total === undefined,
      amounts: sumOf([node], within),
    },
  ];
}

function sumOf(nodes: readonly LayoutNode[], { parts, like }: Within): Amounts {
  const held = new Set(nodes.flatMap(heldBy));
  return combine(
    parts.filter(({ purpose }) => held.has(purpose)).map(({ amounts }) => amounts),
    [],
    like,
  );
}

function turned(like: Amounts): (part: StatementPart) => StatementPart {
  return (part) => ({ ...part, amounts: combine([], [part.amounts], like) });
}

function isNothing({ amount, compared = 0n, series, comparedSeries = [] }: Amounts): boolean {
  return [amount, compared, ...series, ...comparedSeries].every((one = 0n) => one === 0n);
}

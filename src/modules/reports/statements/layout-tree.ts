import type { Messages } from '../../../messages/index.ts';
import type { HeldPurpose } from './purposes.ts';

/** What a line is called, by its key in the texts. */
export type LineKey = keyof Messages['statements']['line'];

/** A line with a figure: what is on the accounts of these purposes. */
type Line = { readonly key: LineKey; readonly code?: string; readonly holds: readonly HeldPurpose[] };

/** Parts below a heading, and their sum below them; a short form has `isLine` in place of the parts. */
type Section = {
  readonly key: LineKey;
  readonly code?: string;
  readonly parts: readonly LayoutNode[];
  /** What the sum is called where that is not the total of the section. */
  readonly total?: LineKey;
  /** The short form for small companies ends here. */
  readonly isLine?: true;
};

/** A sum of what stands above it; the sum of all that does where no keys are given. */
type Sum = { readonly key: LineKey; readonly code?: string; readonly sums: readonly LineKey[] | 'above' };

export type LayoutNode = Line | Section | Sum;

/** Amounts of a part have the sign of one side, so that every sum is just that: what is taken off has a minus. */
export type LayoutPart = { readonly side: 'debit' | 'credit'; readonly nodes: readonly LayoutNode[] };

export type LayoutTree = readonly LayoutPart[];

export function isSection(node: LayoutNode): node is Section {
  return 'parts' in node;
}

export function isSum(node: LayoutNode): node is Sum {
  return 'sums' in node;
}

/** Everything that a line, or the lines of a section, hold. */
export function heldBy(node: LayoutNode): readonly HeldPurpose[] {
  if (isSum(node)) return [];
  return isSection(node) ? node.parts.flatMap(heldBy) : node.holds;
}

/** Everything that the lines of a tree hold. */
export function heldIn(tree: LayoutTree): readonly HeldPurpose[] {
  return tree.flatMap(({ nodes }) => nodes.flatMap(heldBy));
}

/** What a sum sums up, of the nodes that stand above it. */
export function summedBy({ sums }: Sum, above: readonly LayoutNode[]): readonly LayoutNode[] {
  return sums === 'above' ? above : above.filter(({ key }) => sums.includes(key));
}

/** The same tree for a small company, which shows letters and Roman numerals alone (§ 266 (1) sentence 3 HGB). */
export function shortened(tree: LayoutTree): LayoutTree {
  const short = (node: LayoutNode): LayoutNode => {
    if (!isSection(node)) return node;
    const { key, code, parts, isLine, ...rest } = node;
    const coded = code === undefined ? { key } : { key, code };
    return isLine === true ? { ...coded, holds: heldBy(node) } : { ...coded, ...rest, parts: parts.map(short) };
  };
  return tree.map(({ side, nodes }) => ({ side, nodes: nodes.map(short) }));
}

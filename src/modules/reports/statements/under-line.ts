import { heldBy, isSection, isSum, type LayoutNode, type LayoutTree, summedBy } from './layout-tree.ts';
import type { HeldPurpose } from './purposes.ts';

type Under = { readonly side: 'debit' | 'credit'; readonly purposes: readonly HeldPurpose[] };

/** What a line, a section or a sum of a layout is made of; undefined where it has none of that key. */
export function underLine(tree: LayoutTree, key: string): Under | undefined {
  for (const { side, nodes } of tree) {
    const found = within(nodes, key);
    if (found !== undefined) return { side, purposes: found };
  }
  return undefined;
}

function within(nodes: readonly LayoutNode[], key: string): readonly HeldPurpose[] | undefined {
  for (const [at, node] of nodes.entries()) {
    const isMeant = node.key === key || (isSection(node) && node.total === key);
    if (isMeant) return isSum(node) ? summedBy(node, nodes.slice(0, at)).flatMap(heldBy) : heldBy(node);
    const deeper = isSection(node) ? within(node.parts, key) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

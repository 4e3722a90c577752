import { fault } from '../../../operation/fault.ts';
import type { PricedInputLine } from '../pricing/price-sale.ts';

/**
 * What a line takes back has no cost that its stock could be valued with: goods come back by a return of the sale that
 * they left with, or are received.
 */
export function checkGoodsBack(lines: readonly PricedInputLine[], stock: 'issue' | 'none' = 'issue'): void {
  if (stock === 'none') return;
  for (const [index, { variant, quantity }] of lines.entries()) {
    if (variant === undefined || quantity > 0n) continue;
    if (!variant.trackInventory && variant.components.length === 0) continue;
    const hint = `Return ${variant.fullName} with return_sale, or take it back under a \`name\` without its variant.`;
    throw fault(`/lines/${index}/quantity`, 'goods_back', hint);
  }
}

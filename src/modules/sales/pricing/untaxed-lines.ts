import { z } from 'zod';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { settingsOf } from '../../organization/index.ts';
import { chargedRate } from '../../products/index.ts';
import type { SaleWarning } from '../sale.ts';
import type { LineRow } from '../sale-row.ts';

/** A line of a sale, or of a document, which keeps amounts as digits. */
type Line = Pick<LineRow, 'position' | 'variant_id' | 'tax_source'> & {
  readonly taxes: readonly unknown[];
  readonly gross: bigint | string;
};

/**
 * Tells whoever owes tax on sales of lines that carry none because nobody said so: they name no product and no tax, and
 * no default rate is charged instead. Nothing is read where there are none.
 */
export async function untaxedWarnings(context: Context, lines: readonly Line[]): Promise<SaleWarning[]> {
  const untaxed = lines.filter(isUntaxed).map(({ position }) => position);
  if (untaxed.length === 0) return [];
  const [settings, charged] = await Promise.all([settingsOf(context), chargedRate(context)]);
  if (charged === undefined && !settings.hasSalesTaxId) return [];
  const which = untaxed.length === 1 ? `Line ${untaxed[0]} has` : `${untaxed.length} lines have`;
  return [
    {
      code: 'line_without_tax',
      message: `${which} no tax: there is none on the product or in \`tax_rate_ids\`, and no default tax rate.`,
      lines: untaxed,
      hint: hintOf(charged),
    },
  ];
}

/** A free line owes no tax. */
function isUntaxed({ variant_id: variant, taxes, tax_source: source, gross }: Line): boolean {
  return variant === null && taxes.length === 0 && source === null && BigInt(gross) !== 0n;
}

function hintOf(charged: { readonly id: string; readonly name: string } | undefined): string {
  const such = charged === undefined ? '' : `, such as ["${z.encode(Id('tax_rate'), charged.id)}"] for ${charged.name}`;
  const rate = charged === undefined ? 'create_tax_rate' : 'update_tax_rate';
  return (
    `Send \`tax_rate_ids\` with the line${such}, or [] for no tax. ` +
    `For all such lines, set a default tax rate, or the one for when you charge no tax: ` +
    `${rate} with \`is_default: true\`.`
  );
}

import { z } from 'zod';
import { formatMoney, type Money } from '../../../core/money.ts';
import { notFound, refusal } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { FileOutput, Id } from '../../../wire/index.ts';
import { type Cell, csvFile } from '../../ledger/index.ts';
import { returnRecord } from './return-record.ts';
import { loadReturn } from './store.ts';
import type { VatReturn } from './vat-return.ts';

const vatNoMtd = refusal(
  'vat_no_mtd',
  409,
  'Only a return of the United Kingdom has this format.',
  'Send `format: "csv"`.',
);

export const exportVatReturn = operation({
  name: 'export_vat_return',
  summary: 'Export the boxes of a VAT return as CSV, or as the JSON that Making Tax Digital takes.',
  http: 'GET /vat-returns/{id}/export',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({ id: Id('vat_return'), format: z.enum(['csv', 'mtd']).default('csv') }),
  output: FileOutput,
  refuses: [notFound, vatNoMtd],
  async run(context, { id, format }) {
    const row = await loadReturn(context, id);
    if (format === 'mtd' && row.form !== 'uk-vat-return') throw vatNoMtd();
    const record = await returnRecord(context, row);
    const name = `vat-${record.period_from}-${record.period_to}`;
    if (format === 'csv') {
      const cells = record.boxes.map(({ box, name: title, base, tax, total }): Cell[] => [
        box,
        title,
        base,
        tax,
        total,
      ]);
      return csvFile(name, ['box', 'name', 'base', 'tax', 'total'], cells);
    }
    const content = `${JSON.stringify(mtd(record), null, 2)}\n`;
    return { filename: `${name}.json`, content_type: 'application/json', content };
  },
});

/** The nine boxes by the names of the API. `periodKey` is of the obligation, which only the tax office knows. */
function mtd(record: VatReturn) {
  const amount = (box: string): Money | undefined => {
    const found = record.boxes.find((one) => one.box === box);
    return found?.total ?? found?.tax ?? found?.base ?? undefined;
  };
  // Amounts of a return fit a number to the penny.
  const pounds = (box: string) => Number(formatMoney(amount(box) ?? { minor: 0n, currency: 'GBP' }));
  return {
    periodKey: '',
    vatDueSales: pounds('1'),
    vatDueAcquisitions: pounds('2'),
    totalVatDue: pounds('3'),
    vatReclaimedCurrPeriod: pounds('4'),
    netVatDue: pounds('5'),
    totalValueSalesExVAT: pounds('6'),
    totalValuePurchasesExVAT: pounds('7'),
    totalValueGoodsSuppliedExVAT: pounds('8'),
    totalAcquisitionsExVAT: pounds('9'),
    finalised: record.status !== 'draft',
  };
}

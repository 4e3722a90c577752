import type { SaleRow } from '../../api/types.ts';
import type { BulkAction } from '../../frames/chosen-bar.tsx';
import { words } from '../../words/index.ts';
import { methodSource } from '../paid/refund-fields.ts';
import { saleChanges } from './sale-changes.ts';
import { isUnpaid } from './sale.ts';

/** Actions on many sales at once: a morning's bank transfers, a week's drafts. */
export function bulkSaleActions(): readonly BulkAction<SaleRow>[] {
  const w = words.value;
  const { sale: texts, paid } = w.sell;
  return [
    {
      label: texts.bulkPaid,
      action: 'payments',
      needs: 'payments:write',
      isFor: isUnpaid,
      fields: [
        { name: 'method_id', label: paid.method, kind: 'record', source: methodSource, isRequired: true },
        { name: 'payment_date', label: w.columns.date, kind: 'day' },
        { name: 'reference', label: paid.reference },
      ],
      data: (typed, { amount_due }) => ({ ...typed, amount: amount_due }),
      changes: saleChanges,
    },
    {
      label: texts.confirm,
      action: 'confirm',
      needs: 'sales:confirm',
      isFor: ({ status }) => status === 'draft',
      changes: saleChanges,
    },
    {
      label: texts.void,
      action: 'void',
      needs: 'sales:void',
      isFor: ({ status }) => status === 'confirmed' || status === 'completed',
      fields: [{ name: 'reason', label: paid.reason, isRequired: true, isWide: true }],
      warning: texts.voidHint,
      changes: [...saleChanges, 'stock'],
      isDangerous: true,
    },
    {
      label: w.form.delete,
      action: 'delete',
      needs: 'sales:write',
      isFor: ({ status }) => status === 'draft',
      changes: saleChanges,
      isDangerous: true,
    },
  ];
}

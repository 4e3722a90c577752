import type { LayoutContext } from './layout-context.ts';
import type { RowModel, TableModel } from './page-model.ts';

/** Debts settled by a payment and the amounts then left; a payment that settles none is credit. */
export function settledTable({ facts, labels, format }: LayoutContext): TableModel[] {
  const { receipt } = facts;
  if (receipt === undefined) return [];
  const row = (name: string, amount: bigint, details: string[]): RowModel => ({
    section: null,
    quiet: false,
    carried: null,
    details,
    cells: [name, format.amount(amount)],
  });
  const { invoice, deposit_invoice, debit_note } = labels.entry;
  const names = { invoice, deposit_invoice, debit_note, sale: labels.sale };
  const rows = receipt.settles.map(({ type, number, amount, due }) =>
    row([names[type], number].filter(Boolean).join(' '), amount, [format.named(labels.amountDue, format.money(due))]),
  );
  const { unapplied } = receipt;
  const credit = unapplied === 0n ? [] : [row(labels.entry.payment, unapplied, [])];
  return [
    {
      type: 'table',
      columns: [
        { key: 'item', label: labels.document, kind: 'item' },
        { key: 'amount', label: labels.amount, kind: 'amount' },
      ],
      rows: [...rows, ...credit],
      carried: null,
    },
  ];
}

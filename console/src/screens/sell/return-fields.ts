import type { Field } from '../../kit/form/fields.ts';
import { figure, isNothing } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { methodSource, reasonOptions } from '../paid/refund-fields.ts';

/** A line as a sale has it, or an invoice, which knows its lines by their places. */
export type Returnable = {
  readonly name: string;
  readonly quantity: string;
  readonly position: number;
  readonly id?: string;
  readonly quantity_returned?: string;
};

type Asked = { readonly lines: readonly Returnable[]; readonly isPaid: boolean; readonly isCredit?: boolean };

const quantityOf = (line: Returnable): string => `quantity_${line.position}`;

/** Fields of a return: quantities, whether the goods can be sold again, and how the money is settled. */
export function returnFields({ lines, isPaid, isCredit = false }: Asked): readonly Field[] {
  const { sale: texts, paid } = words.value.sell;
  return [
    ...lines.map((line) => ({
      name: quantityOf(line),
      label: line.name,
      kind: 'number' as const,
      hint: filled(texts.ofSold, { n: figure(line.quantity) }),
      group: texts.howMany,
    })),
    { name: 'restock', label: texts.restock, kind: 'yes', isWide: true, group: texts.howMany },
    { name: 'reason', label: paid.reason, kind: 'choice', options: reasonOptions(), group: texts.why },
    { name: 'return_date', label: words.value.columns.date, kind: 'day', group: texts.why },
    ...(isCredit ? [{ name: 'correction_reason', label: texts.correction, isWide: true, group: texts.why }] : []),
    ...(isPaid
      ? ([
          {
            name: 'refund.destination',
            label: texts.moneyBack,
            kind: 'choice',
            options: Object.entries(texts.destinations).map(([value, label]) => ({ value, label })),
            group: texts.why,
          },
          {
            name: 'refund.method_id',
            label: paid.method,
            kind: 'record',
            source: methodSource,
            group: texts.why,
            isShown: (values) => values['refund.destination'] === 'other',
          },
        ] satisfies Field[])
      : []),
  ];
}

/**
 * The body as the service wants it. Without any quantity everything comes back. An invoice that is credited knows its
 * lines by their places.
 */
export function returnBody(typed: Record<string, unknown>, { lines, isCredit }: Omit<Asked, 'isPaid'>): object {
  const { restock, ...rest } = typed;
  const isQuantity = ([name]: readonly [string, unknown]) => name.startsWith('quantity_');
  const body = Object.fromEntries(Object.entries(rest).filter((entry) => !isQuantity(entry)));
  const named = lines.map((line) => [line, typed[quantityOf(line)]] as const);
  const wanted = named.filter(([, quantity]) => typeof quantity === 'string' && !isNothing(quantity));
  // Each line says for itself whether it goes back to the shelf.
  const all = wanted.length > 0 ? wanted : lines.map((line) => [line, undefined] as const);
  return {
    ...body,
    lines: all.map(([{ id, position }, quantity]) => ({
      ...(isCredit ? { position } : { line_id: id }),
      ...(quantity !== undefined && { quantity }),
      restock,
    })),
  };
}

export function returnable(lines: readonly Returnable[]): readonly Returnable[] {
  return lines.filter(({ quantity, quantity_returned }) => quantity_returned !== quantity);
}

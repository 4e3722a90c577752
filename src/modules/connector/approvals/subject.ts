import { z } from 'zod';
import { kindOf } from '../../../wire/index.ts';
import type { RequestedValue } from './asked.ts';

/** The record that a write is about: what a reader looks for first. */
export const Subject = z.object({
  type: z.string().describe('Such as `sale`.'),
  id: z.string().nullable().describe('Null while the record does not exist.'),
  number: z.string().nullable(),
  title: z.string().nullable().describe('Its client, supplier or name.'),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
});
type Subject = z.output<typeof Subject>;

type Request = {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly preview: {
    readonly result: Readonly<Record<string, unknown>>;
    readonly asked?: readonly RequestedValue[] | undefined;
  };
};

const titles = ['client_name', 'supplier_name', 'payee_name', 'display_name', 'full_name', 'name', 'title', 'email'];
const amounts = ['total', 'amount'];

/**
 * The subject of a request by its arguments and the previewed result: the record that the arguments name, else the one
 * that the result is. Null for a write about many records, or about none.
 */
export function subjectOf({ arguments: input, preview: { result, asked } }: Request): Subject | null {
  const textOf = (name: string) => {
    const value = result[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const first = (names: readonly string[]) => names.map(textOf).find((text) => text !== null) ?? null;
  const [named, made] = [typeof input['id'] === 'string' ? input['id'] : null, textOf('id')];
  const type = kindOf(named ?? made ?? '');
  if (type === undefined) return null;
  if (named !== null && named !== made) {
    // The result is another record, such as the refund of a payment.
    const title = asked?.find(({ value }) => value === named)?.name ?? null;
    return { type, id: named, number: null, title, amount: first(amounts), currency: textOf('currency') };
  }
  return {
    type,
    id: named,
    number: textOf('number'),
    title: first(titles),
    amount: first(amounts),
    currency: textOf('currency'),
  };
}

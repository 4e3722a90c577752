import type { Kind } from './fields.ts';
import { bringInCategory } from './bring-in-category.ts';
import { bringInClient } from './bring-in-client.ts';
import { bringInProduct } from './bring-in-product.ts';
import { bringInSale } from './bring-in-sale.ts';
import type { ImportRecord } from './records.ts';

/** An answer in wire form; each kind reads the fields that it knows. */
export type Answered = Readonly<Record<string, unknown>>;

/** What an import works with: the operations of the catalogue, under the rights of whoever asked for it. */
export type Desk = {
  readonly isTrial: boolean;
  readonly stock: 'issue' | 'none';
  /** Runs a write. A second run of the same record with the same step answers what the first one did. */
  readonly write: (operation: string, step: string, input: object) => Promise<Answered>;
  readonly read: (operation: string, input: object) => Promise<Answered>;
  /** Looks a thing up once for the whole import. */
  readonly once: <Found>(key: string, find: () => Promise<Found>) => Promise<Found>;
};

/** Brings one record in, or refuses as the operation does that would have made it. */
export function bringIn(kind: Kind, record: ImportRecord, desk: Desk): Promise<void> {
  return ways[kind](record, desk);
}

const ways: Readonly<Record<Kind, (record: ImportRecord, desk: Desk) => Promise<void>>> = {
  clients: bringInClient,
  product_categories: bringInCategory,
  products: bringInProduct,
  sales: bringInSale,
};

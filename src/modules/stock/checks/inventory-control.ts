import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const inventoryControl: Check = {
  name: 'inventory_control',
  invariant: 'The inventory accounts equal the value of stock.',
  query: (organization) =>
    booksAgainst(
      organization,
      { type: 'inventory' },
      sql`select sum(value) from stock_pools where organization_id = ${organization}`,
    ),
};

import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, ForeignName, Id, Instant } from '../../../wire/index.ts';

const changesMax = 20;

const Details = z.object({
  holder: ForeignName.nullable(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
});

/** Where a supplier is paid to, with every change of it: changed bank details are the commonest fraud there is. */
export const SupplierBankAccount = Details.extend({
  supplier_id: Id('client'),
  changed_at: Instant.nullable(),
  changed_by: ActorStamp.nullable(),
  changes: z
    .array(Details.extend({ changed_at: Instant, changed_by: ActorStamp }))
    .describe(`The latest ${changesMax}, the newest first.`),
});
export type SupplierBankAccount = z.output<typeof SupplierBankAccount>;

/** Events name no numbers of accounts. */
export const supplierAccountChanged = event(
  'supplier_bank_account.changed',
  SupplierBankAccount.pick({ supplier_id: true, changed_at: true, changed_by: true }).extend({
    supplier: z.string().describe('Number of the supplier.'),
  }),
  {
    title: 'The bank account of a supplier was changed',
    about: 'supplier_id',
    called: 'supplier',
    needs: 'bank:pay',
    others: true,
  },
);

type Row = z.output<typeof Details> & {
  readonly created_at: string;
  readonly created_by: z.output<typeof ActorStamp>;
};

export async function readSupplierAccount(
  { db, organization }: Context,
  supplier: string,
): Promise<SupplierBankAccount> {
  const rows = await db.many<Row>(sql`
    select holder, iban, bic, created_at, created_by from supplier_bank_accounts
    where organization_id = ${organization} and supplier_id = ${supplier} order by id desc limit ${changesMax}`);
  const [last] = rows;
  return {
    supplier_id: supplier,
    holder: last?.holder ?? null,
    iban: last?.iban ?? null,
    bic: last?.bic ?? null,
    changed_at: last?.created_at ?? null,
    changed_by: last?.created_by ?? null,
    changes: rows.map(({ created_at: at, created_by: by, ...details }) => ({
      ...details,
      changed_at: at,
      changed_by: by,
    })),
  };
}

import { formatMoney, type Money, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { lockCreditLimit } from '../../clients/index.ts';
import { baseOf } from '../../exchange/index.ts';
import { reliefOf } from '../settling/settled.ts';
import type { SaleRow } from '../sale-row.ts';

export const creditLimitExceeded = refusal(
  'credit_limit_exceeded',
  409,
  'The sale exceeds the client’s credit limit.',
  'Leave at most `available` unpaid, or let a member with sales:credit send `override: ["credit_limit"]`.',
);

/** Both in the currency of the limit; the balance is net of the client's own credit. */
export type Credit = { readonly limit: Money; readonly isBase: boolean; readonly owed: bigint };

/**
 * Remaining credit limit of a client. Its lock comes before those of the stock; what is owed is read once it is held,
 * so that of two sales at once the second sees the first. Only debts that are open are added up.
 */
export async function lockCredit(context: Context, clientId: string | null | undefined): Promise<Credit | undefined> {
  const { db, organization } = context;
  const limit = clientId ? await lockCreditLimit(context, clientId) : undefined;
  if (limit === undefined) return undefined;
  const isBase = limit.currency === baseOf(context);
  const due = isBase ? sql`coalesce(base_total - base_settled, amount_due)` : sql`amount_due`;
  const counts = isBase ? sql`true` : sql`currency = ${limit.currency}`;
  const { owed } = await db.one<{ owed: bigint }>(sql`
    select coalesce((
        select sum(${due}) from sales
        where organization_id = ${organization} and client_id = ${clientId} and status = 'confirmed'
          and ${counts}), 0)::bigint
      - coalesce((
        select sum(${isBase ? sql`worth` : sql`amount`}) from client_credits
        where organization_id = ${organization} and client_id = ${clientId} and ${counts}), 0)::bigint as owed`);
  return { limit, isBase, owed };
}

/**
 * Refuses to let a client owe more than its limit. One in the base currency counts all that is sold, by what it is
 * worth; one in another currency counts what is sold in that one only.
 */
export function checkCredit(credit: Credit | undefined, sale: SaleRow, paid: bigint): void {
  if (credit === undefined) return;
  const { limit, owed } = credit;
  const more = countedOf(credit, sale, paid);
  if (more === 0n || owed + more <= limit.minor) return;
  const text = (minor: bigint) => formatMoney(money(minor, limit.currency));
  const available = limit.minor > owed ? limit.minor - owed : 0n;
  throw creditLimitExceeded({
    credit_limit: formatMoney(limit),
    owed: text(owed > 0n ? owed : 0n),
    available: text(available),
    asked: text(more),
    currency: limit.currency,
  });
}

function countedOf({ limit, isBase }: Credit, sale: SaleRow, paid: bigint): bigint {
  if (sale.currency === limit.currency) return sale.total - paid;
  return isBase ? (sale.base_total ?? 0n) - (reliefOf(sale, paid) ?? 0n) : 0n;
}

import { type Day, laterOf } from '../../../core/calendar.ts';
import { debtWrittenOff } from '../../../core/posting.ts';
import { sliceOf } from '../../../core/share.ts';
import { sum } from '../../../core/list.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf } from '../../exchange/index.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { type Payable, saleRecovered, saleWrittenOff } from '../../sales/index.ts';
import { type Relief, reliefPart, summed } from './relief.ts';

/** So much more of a debt is given up or, below zero, is owed after all. */
export type GivenUp = {
  readonly sale: Pick<Payable, 'id' | 'number' | 'client_id' | 'client_name' | 'currency' | 'exchange_rate'>;
  readonly amount: bigint;
  /** In the base currency; null where the sale is in that. */
  readonly base: bigint | null;
  readonly taxes: readonly Relief[];
  readonly date: Day;
  readonly reason?: string | null | undefined;
  /** The payment that came after all. */
  readonly paymentId?: string | undefined;
};

/** Writes it, without waiting, and answers what it does to the books. The caller writes it on the sale. */
export function giveUp(context: Context, given: GivenUp, accounts: AccountsByRole): Posting[] {
  const { db, organization, now, actor } = context;
  const { sale, amount, base, taxes, date, reason = null, paymentId = null } = given;
  db.later(sql`
    insert into write_offs
      (organization_id, id, sale_id, amount, base, taxes, written_off_on, reason, payment_id, created_at, created_by)
    values (${organization}, ${context.newId()}, ${sale.id}, ${amount}, ${base}, ${JSON.stringify(taxes)}, ${date},
      ${reason}, ${paymentId}, ${now}, ${JSON.stringify(actorStamp(actor))})`);
  const isLoss = amount > 0n;
  const what = isLoss ? 'Bad debt written off' : 'Write-off reversed';
  const header = {
    date,
    memo: sale.client_name === null ? what : `${what}: ${sale.client_name}`,
    source: { type: 'sale', id: sale.id, event: (isLoss ? saleWrittenOff : saleRecovered).type },
  };
  const taxRelief = taxes.map(({ account_id: account, rate_id: taxRateId, ...tax }) => ({
    account,
    taxRateId,
    amount: BigInt(tax.amount),
    taxBase: BigInt(tax.base),
  }));
  const entry = debtWrittenOff({
    header,
    accounts,
    amount,
    clientId: sale.client_id ?? undefined,
    taxRelief,
    base: base ?? undefined,
    exchange: exchangeOf(context, sale),
  });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

type Lost = {
  readonly sale_id: string;
  readonly amount: bigint;
  readonly base: bigint | null;
  readonly taxes: readonly Relief[];
  readonly written_off_on: Day;
};

/** Amounts written off and recovered. */
function lossesOf({ db, organization }: Context, saleIds: readonly string[]): Promise<Lost[]> {
  return db.many<Lost>(sql`
    select sale_id, amount, base, taxes, written_off_on from write_offs
    where organization_id = ${organization} and sale_id = any(${saleIds}::uuid[])`);
}

/** The last day on which anything of a sale was given up: it was not recovered before. */
export async function lostOn(context: Context, sale: Pick<Payable, 'id' | 'sale_date'>): Promise<Day> {
  return latestOf(await lossesOf(context, [sale.id]), sale.sale_date);
}

function latestOf(losses: readonly Lost[], day: Day): Day {
  return losses.filter(({ amount }) => amount > 0n).reduce((latest, one) => laterOf(latest, one.written_off_on), day);
}

type Recovered = { readonly sale: Payable; readonly amount: bigint; readonly date: Day };
export type Recovery = { readonly accounts: AccountsByRole; readonly paymentId?: string | undefined };

/** Takes back that debts were given up, with as much of their tax as had come back. */
export async function recover(
  context: Context,
  debts: readonly Recovered[],
  { accounts, paymentId }: Recovery,
): Promise<{ readonly postings: Posting[]; readonly base: bigint }> {
  if (debts.length === 0) return { postings: [], base: 0n };
  const losses = await lossesOf(
    context,
    debts.map(({ sale }) => sale.id),
  );
  let taken = 0n;
  const postings = debts.flatMap(({ sale, amount, date }) => {
    const part = { from: sale.amount_written_off, to: sale.amount_written_off - amount, of: sale.amount_written_off };
    const own = losses.filter((one) => one.sale_id === sale.id);
    // Tax relief on the debt is reversed in proportion.
    const taxes = summed(own.flatMap((one) => one.taxes)).map((tax) => reliefPart(tax, part));
    const base = sale.base_total === null ? null : sliceOf(sum(own.map((one) => one.base ?? 0n)), part);
    taken += base ?? 0n;
    const day = latestOf(own, laterOf(date, sale.sale_date));
    return giveUp(context, { sale, amount: -amount, base, taxes, date: day, paymentId }, accounts);
  });
  return { postings, base: taken };
}

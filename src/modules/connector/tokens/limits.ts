import { z } from 'zod';
import { convert } from '../../../core/exchange.ts';
import { compare, formatMoney, type Money, money, moneyFrom } from '../../../core/money.ts';
import { parseDecimal } from '../../../core/decimal.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { BusinessError, type FieldError } from '../../../operation/errors.ts';
import type { Context, WriteOutcome } from '../../../operation/operation.ts';
import { isAmong } from '../../../operation/risk.ts';
import { Amount } from '../../../wire/index.ts';
import { knownRate } from '../../exchange/index.ts';
import { goodsWorth } from '../approvals/goods-worth.ts';
import { overLimit, practiceRunning } from '../refusals.ts';
import { atStep } from '../steps/at-step.ts';

const writesPerDayMax = 1_000_000;

const ByCurrency = z.record(z.string().regex(/^[A-Z]{3}$/, { error: 'Write a currency such as "EUR".' }), Amount);

/** Amounts and numbers that a token may reach by itself, as they are asked for. */
export const amountLimitsInput = {
  max_amount_per_write: ByCurrency.nullable()
    .optional()
    .describe('By currency, such as {"EUR": "500.00"}: a larger write needs human approval.'),
  max_amount_per_day: ByCurrency.nullable().optional().describe('By currency, for the total of all writes on one day.'),
  max_writes_per_day: z.int().min(0).max(writesPerDayMax).nullable().optional(),
};

const Kept = z.record(z.string(), z.string()).nullable();

/** The same as they are kept and shown: null where there is none. */
export const amountLimitsOutput = {
  max_amount_per_write: Kept,
  max_amount_per_day: Kept,
  max_writes_per_day: z.int().nullable(),
};

const KeptLimits = z.object(amountLimitsOutput).partial();
type KeptLimits = z.output<typeof KeptLimits>;

type AskedLimits = {
  readonly max_amount_per_write?: z.output<typeof ByCurrency> | null | undefined;
  readonly max_amount_per_day?: z.output<typeof ByCurrency> | null | undefined;
  readonly max_writes_per_day?: number | null | undefined;
};

const amountNames = ['max_amount_per_write', 'max_amount_per_day'] as const;

/** Faults of amount limits: an unknown currency, or more decimals than it has. */
export function amountLimitFaults(asked: AskedLimits = {}): FieldError[] {
  return amountNames.flatMap((name) =>
    Object.entries(asked[name] ?? {}).flatMap(([currency, decimal]) =>
      moneyFrom(decimal, currency) === undefined
        ? [
            {
              pointer: `/limits/${name}/${currency}`,
              code: 'wrong_scale',
              message: `Write an amount with the decimals of ${currency}, such as "500".`,
            },
          ]
        : [],
    ),
  );
}

/** Limits as they are kept, where some are asked for: absent keeps those that there were, null lifts. */
export function keptLimits(asked: AskedLimits = {}, old: KeptLimits = {}): KeptLimits {
  const amounts = amountNames.map((name) => {
    const said = asked[name];
    if (said === undefined) return [name, old[name] ?? null] as const;
    const kept = Object.entries(said ?? {}).map(([currency, decimal]) => [currency, written(decimal, currency)]);
    return [name, said === null ? null : Object.fromEntries(kept)] as const;
  });
  const writes = asked.max_writes_per_day === undefined ? (old.max_writes_per_day ?? null) : asked.max_writes_per_day;
  return { ...Object.fromEntries(amounts), max_writes_per_day: writes };
}

function written(decimal: z.output<typeof Amount>, currency: string): string {
  const amount = moneyFrom(decimal, currency);
  if (amount === undefined) throw new RangeError(`no amount of ${currency} was checked`);
  return formatMoney(amount);
}

/** Writes of a credential on a day: the row without a currency counts them, the others sum amounts. */
export type DayCount = { readonly currency: string; readonly writes: number; readonly amount: bigint };

/** Store of the limits of a kind of credential, and of its writes on a day. */
export type LimitBook = {
  readonly limits: (context: Context) => Promise<unknown>;
  /** Adds rows to the day and answers them with what was there before. */
  readonly add: (context: Context, rows: readonly DayCount[]) => Promise<readonly DayCount[]>;
};

const tokenBook: LimitBook = {
  limits: async ({ db, organization, actor }) => {
    const { limits, practises } = await db.one<{ limits: unknown; practises: boolean }>(sql`
      select limits, exists (select from practices where organization_id = ${organization}
        and token_id = ${actor.credentialId} and state in ('running', 'expired')) as practises
      from mcp_tokens where organization_id = ${organization} and id = ${actor.credentialId}`);
    // Another node may remember for a second what the token was before its practice began.
    if (practises) throw practiceRunning({ detail: 'The practice of this token has just begun. Send it again.' });
    return limits;
  },
  add: ({ db, organization, actor, today }, rows) =>
    db.many<DayCount>(sql`
      insert into mcp_token_days (organization_id, token_id, day, currency, writes, amount)
      select ${organization}, ${actor.credentialId}, ${today}::date, currency, writes, minor from ${dayRows(rows)}
      on conflict (organization_id, token_id, day, currency) do update
        set writes = mcp_token_days.writes + excluded.writes, amount = mcp_token_days.amount + excluded.amount
      returning currency, writes, amount`),
};

/** Rows of a day as a table of a query: `currency`, `writes` and `minor`. */
export function dayRows(rows: readonly DayCount[]): Sql {
  return sql`unnest(${rows.map(({ currency }) => currency)}::text[], ${rows.map(({ writes }) => writes)}::int[],
    ${rows.map(({ amount }) => amount)}::bigint[]) as row (currency, writes, minor)`;
}

/** Holds a write of an MCP token to the limits of the token. */
export function withinLimits(context: Context, outcome: WriteOutcome): Promise<void> {
  return holdToLimits(context, outcome, tokenBook);
}

/**
 * Refuses a write that takes a credential beyond its limits, and counts one that does not. It runs in the transaction
 * of the write and holds the rows of the day, so that two writes at once cannot both take what is left of it.
 */
export async function holdToLimits(context: Context, outcome: WriteOutcome, book: LimitBook): Promise<void> {
  if (outcome.operation.steps !== true) return holdOne(context, outcome, book);
  for (const [index, step] of outcome.parts.entries()) {
    await holdOne(context, step, book).catch((error: unknown) => {
      throw atStep(index, step.operation.name, error);
    });
  }
}

/** Steps that are taken together count as many, and the amounts of all of them to the day. */
async function holdOne(context: Context, outcome: WriteOutcome, book: LimitBook): Promise<void> {
  const limits = KeptLimits.parse(await book.limits(context));
  const { max_amount_per_write: perWrite, max_amount_per_day: perDay, max_writes_per_day: writesMax } = limits;
  if ((perWrite ?? perDay ?? writesMax ?? null) === null) return;
  const about = (perWrite ?? perDay ?? null) === null ? undefined : await amountOf(context, outcome);
  const [once, ofDay] = [measured(about, perWrite), measured(about, perDay)];
  if (once !== undefined && compare(once.amount, once.max) > 0) throw overLimit(told('max_amount_per_write', once));
  const [writes, spent] = await counted(context, ofDay?.amount, book);
  if (typeof writesMax === 'number' && writes > writesMax) {
    throw overLimit({ limit: 'max_writes_per_day', max: writesMax });
  }
  if (ofDay === undefined) return;
  const sum = money(spent, ofDay.amount.currency);
  if (compare(sum, ofDay.max) > 0) throw overLimit({ ...told('max_amount_per_day', ofDay), of_day: formatMoney(sum) });
}

/**
 * In its own currency, and in that of the books. `understates`: the goods that leave are worth more than it says in its
 * own currency, so that only the currency of the books tells how much it is about.
 */
type About = { readonly own: Money; readonly inBase: Money; readonly understates: boolean };

/** Amount of a write. Undefined for a write that posts nothing and issues no stock. */
async function amountOf(context: Context, outcome: WriteOutcome): Promise<About | undefined> {
  const { db, organization, actor } = context;
  const { operation, request, ids, answer } = outcome;
  const { amount = 'posted', postsLater } = operation;
  if (amount === 'later' || isAmong(postsLater, inputOf(request.input))) {
    throw overLimit({ detail: 'The amount is known only once the write is done.' });
  }
  const { debits } = await db.one<{ debits: bigint | null }>(sql`
    select sum(amount) filter (where amount > 0)::bigint as debits from report_lines
    where organization_id = ${organization} and entry_id = any(${ids}::uuid[])`);
  const worth = await goodsWorth(context, outcome);
  if (debits === null && worth === undefined) return undefined;
  const posted = money(debits ?? 0n, actor.organization?.baseCurrency ?? '');
  const said = amount === 'posted' || debits === null ? posted : amount(answer);
  const own = said.minor < 0n ? money(-said.minor, said.currency) : said;
  if (own.currency === posted.currency) return sameCurrency(largest(own, worth ?? own));
  const known = await atKnownRate(context, own);
  const understates = worth !== undefined && compare(worth, known ?? posted) > 0;
  return { own, inBase: largest(posted, worth ?? posted, known ?? posted), understates };
}

function sameCurrency(amount: Money): About {
  return { own: amount, inBase: amount, understates: false };
}

function inputOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

function largest(first: Money, ...others: readonly Money[]): Money {
  return others.reduce((most, one) => (compare(one, most) > 0 ? one : most), first);
}

/** At the rate that the organisation has, whatever rate the write names itself. Undefined where it has none. */
async function atKnownRate(context: Context, own: Money): Promise<Money | undefined> {
  const base = context.actor.organization?.baseCurrency ?? '';
  const known = await knownRate(context, own.currency, context.today);
  if (known === undefined) return undefined;
  return money(convert(own.minor, { from: own.currency, to: base, rate: known.rate }), base);
}

type Measured = { readonly amount: Money; readonly max: Money };

/** The amount in a currency that has a limit: its own, or that of the books. One that has none waits for a person. */
function measured(
  about: About | undefined,
  limits: Readonly<Record<string, string>> | null | undefined,
): Measured | undefined {
  if (about === undefined || limits === null || limits === undefined) return undefined;
  for (const amount of about.understates ? [about.inBase] : [about.own, about.inBase]) {
    const max = maxOf(limits, amount.currency);
    if (max !== undefined) return { amount, max };
  }
  throw overLimit({ currency: about.own.currency, amount: formatMoney(about.own), currencies: Object.keys(limits) });
}

function maxOf(limits: Readonly<Record<string, string>>, currency: string): Money | undefined {
  const decimal = Object.hasOwn(limits, currency) ? parseDecimal(limits[currency] ?? '') : undefined;
  return decimal === undefined ? undefined : moneyFrom(decimal, currency);
}

function told(limit: string, { amount, max }: Measured): { [remedy: string]: string } {
  return { limit, max: formatMoney(max), amount: formatMoney(amount), currency: amount.currency };
}

/** Counts the write and its amount to the day, and answers both of the day with it. */
async function counted(context: Context, amount: Money | undefined, book: LimitBook): Promise<[number, bigint]> {
  const days = await book.add(context, [
    { currency: '', writes: 1, amount: 0n },
    ...(amount === undefined ? [] : [{ currency: amount.currency, writes: 0, amount: amount.minor }]),
  ]);
  const writes = days.find(({ currency }) => currency === '')?.writes ?? 0;
  return [writes, days.find(({ currency }) => currency !== '')?.amount ?? 0n];
}

/** True where a write was refused because its amount needs approval. */
export function isOverLimit(error: unknown): error is BusinessError {
  return error instanceof BusinessError && error.kind.code === overLimit.code;
}

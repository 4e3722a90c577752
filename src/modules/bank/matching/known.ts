/** Facts from the books that suggestions for bank lines are based on. */
import { addDays, type Day } from '../../../core/calendar.ts';
import { inTimeThrough } from '../../../core/early-discount.ts';
import { sum } from '../../../core/list.ts';
import { sql } from '../../../db/sql.ts';
import { parseDecimal } from '../../../core/decimal.ts';
import { moneyFrom } from '../../../core/money.ts';
import { Matcher } from '../../../matching/matcher.ts';
import type {
  Line,
  LineDetail,
  OpenItem,
  OwnAccount,
  Party,
  RecordedEntry,
  TransferLine,
} from '../../../matching/model.ts';
import { missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { LineFacts } from '../lines/bank-line.ts';
import { settingsOf } from '../../organization/index.ts';
import { orderedPayments } from '../scheduled-payments/ordered-payments.ts';

/** Those that are due longest, and the clients that were changed last, where there are more. */
const itemsMax = 10_000;
const partiesMax = 20_000;
const entriesMax = 5_000;
const linesMax = 2_000;
/** Recorded payments are looked for so many days around a line; so are the other lines of transfers. */
const daysAround = 7;

/** A line that waits to be matched, and what somebody unmatched it from. */
export type OpenLine = Line & { readonly unmatchedIds: readonly string[] };

export const openLineColumns = sql`id, bank_account_id as "bankAccountId", booking_date as day, currency,
  balance_change as amount, greatest(amount - balance_change, 0) as kept,
  counterparty_name as "counterpartyName", counterparty_account as "counterpartyAccount", text,
  "references" as references, unmatched_ids as "unmatchedIds",
  array(select upper(one) from unnest(array[end_to_end_id, batch_id, customer_reference]
    || array(select detail ->> 'end_to_end_id' from jsonb_array_elements(facts -> 'details') as detail)) as one
    where one is not null) as "orderIds",
  case when (facts ->> 'details_agree')::boolean then facts -> 'details' end as "ownDetails",
  (select explanation.facts -> 'details' from bank_explanations as explanation
    where explanation.organization_id = bank_lines.organization_id and explanation.line_id = bank_lines.id
      and explanation.adds_details and not explanation.is_note) as "explainedDetails"`;

type Detail = Required<LineFacts>['details'][number];

/** A row of {@link openLineColumns}: the payments that the statement names, and those that a notification does. */
export type OpenLineRow = Omit<OpenLine, 'details'> & {
  readonly ownDetails: readonly Detail[] | null;
  readonly explainedDetails: readonly Detail[] | null;
};

/** A line as it is matched: with what a notification says of it, and its text alone as the statement has it. */
export function openLineOf<Row extends OpenLineRow>({ ownDetails, explainedDetails, ...line }: Row) {
  const said = explainedDetails ?? ownDetails ?? [];
  const details = said.flatMap((one) => detailOf(one, line.currency) ?? []);
  const whole = details.length === said.length && sum(details.map(({ amount }) => amount)) === line.amount;
  const [only, other] = explainedDetails ?? [];
  const isOne = only !== undefined && other === undefined;
  return {
    ...line,
    ...(isOne && {
      counterpartyName: line.counterpartyName ?? only.counterparty_name,
      counterpartyAccount: line.counterpartyAccount ?? only.counterparty_account,
      text: [line.text, only.text].filter((text) => text !== '').join(' '),
    }),
    references: [...new Set([...line.references, ...(explainedDetails ?? []).flatMap((one) => one.references)])],
    orderIds: [
      ...(line.orderIds ?? []),
      ...(explainedDetails ?? []).flatMap((one) => one.end_to_end_id?.toUpperCase() ?? []),
    ],
    ...(whole && details.length > 1 && { details }),
  };
}

function detailOf(detail: Detail, currency: string): LineDetail | undefined {
  const decimal = detail.currency === currency && detail.amount !== null ? parseDecimal(detail.amount) : undefined;
  const amount = decimal && moneyFrom(decimal, currency);
  return (
    amount && {
      amount: amount.minor,
      counterpartyName: detail.counterparty_name,
      counterpartyAccount: detail.counterparty_account,
      text: detail.text,
      references: detail.references,
    }
  );
}

/** Lines that are booked and that nothing replaces. */
export const isFinal = sql`state = 'open' and booking = 'booked' and not is_interim`;
/** Lines that may be matched: final, and neither matched nor excluded. */
export const isOpen = sql`match_state = 'open' and ${isFinal}`;

export async function loadOpenLine({ db, organization }: Context, id: string): Promise<OpenLine | undefined> {
  const row = await db.maybe<OpenLineRow>(sql`
    select ${openLineColumns} from bank_lines where organization_id = ${organization} and id = ${id} and ${isOpen}`);
  return row && openLineOf(row);
}

/** True of a line on a day through which its account is reconciled. */
export const isReconciled = sql`exists (select from bank_accounts as account
  where account.organization_id = bank_lines.organization_id and account.id = bank_lines.bank_account_id
    and account.reconciled_through >= bank_lines.booking_date)`;

type Range = { readonly account: string; readonly through: Day; readonly after: string | undefined };

/** Open lines of an account, oldest first, beginning behind one of them. */
export async function loadOpenLines(
  { db, organization }: Context,
  { account, through, after }: Range,
  limit: number,
): Promise<OpenLine[]> {
  const last =
    after === undefined
      ? undefined
      : await db.maybe<{ day: Day }>(sql`
          select booking_date as day from bank_lines
          where organization_id = ${organization} and bank_account_id = ${account} and id = ${after}`);
  if (after !== undefined && last === undefined) throw missing('/after', 'line of this bank account');
  const behind = last === undefined ? sql`true` : sql`(booking_date, id) > (${last.day}, ${after})`;
  const rows = await db.many<OpenLineRow>(sql`
    select ${openLineColumns} from bank_lines
    where organization_id = ${organization} and bank_account_id = ${account} and ${isOpen}
      and booking_date <= ${through} and ${behind}
    order by booking_date, id limit ${limit}`);
  return rows.map(openLineOf);
}

/** Knows what these lines of one bank account may be. */
export async function loadMatcher(context: Context, lines: readonly Line[]): Promise<Matcher> {
  const days = lines.map(({ day }) => day).toSorted();
  const [first = context.today, last = context.today] = [days[0], days.at(-1)];
  const range = { from: addDays(first, -daysAround), to: addDays(last, daysAround) };
  const account = lines[0]?.bankAccountId ?? '';
  const [items, parties, entries, ordered, accounts] = await Promise.all([
    loadItems(context, lines),
    loadParties(context, lines),
    loadEntries(context, account, range),
    orderedPayments(context, account, range),
    loadOwnAccounts(context),
  ]);
  const providers = accounts.flatMap(({ id, provider }) => (provider ? [id] : []));
  const [others, payouts, returns] = await Promise.all([
    loadTransferLines(context, accounts, range),
    loadPayoutLines(context, providers, range),
    loadRefundable(context, lines, providers),
  ]);
  const recorded = new Map([[account, entries]]);
  return new Matcher({ items: [...items, ...returns], parties, recorded, ordered, accounts, lines: others, payouts });
}

type ItemRow = Omit<OpenItem, 'numbers' | 'partyId' | 'discounts'> & {
  readonly early_discounts: readonly { readonly percent: string; readonly until: Day }[];
  readonly number: string;
  readonly numbers: readonly string[];
  readonly party_id: string | null;
};

async function loadItems(context: Context, lines: readonly Line[]): Promise<OpenItem[]> {
  const { db, organization } = context;
  const sides = [...new Set(lines.map(({ amount }) => (amount > 0n ? 'sale' : 'expense')))];
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const reading = db.many<ItemRow>(sql`
    select side, id, number, party_id, day, due, currency, open, numbers, "references" as references, early_discounts
    from bank_open_items
    where organization_id = ${organization} and side = any(${sides}::text[])
      and currency = any(${currencies}::text[])
    order by due, id limit ${itemsMax}`);
  const [rows, { discountGraceDays: grace }] = await Promise.all([reading, settingsOf(context)]);
  return rows.map(({ number, numbers, party_id: partyId, early_discounts: tiers, ...item }) => ({
    ...item,
    discounts: tiers.map(({ percent, until }) => ({ percent: BigInt(percent), through: inTimeThrough(until, grace) })),
    partyId,
    numbers: [number, ...numbers],
  }));
}

type PartyRow = { readonly id: string; readonly display_name: string; readonly legal_name: string | null };

async function loadParties({ db, organization }: Context, lines: readonly Line[]): Promise<Party[]> {
  const payers = lines.flatMap((line) => [line, ...(line.details ?? [])]);
  const accounts = [...new Set(payers.flatMap(({ counterpartyAccount }) => counterpartyAccount ?? []))];
  const [rows, known] = await Promise.all([
    db.many<PartyRow>(sql`
      select id, display_name, legal_name from bank_parties where organization_id = ${organization}
      order by updated_at desc, id limit ${partiesMax}`),
    accounts.length === 0
      ? []
      : db.many<{ account: string; party_id: string }>(sql`
          select account, party_id from bank_known_accounts
          where organization_id = ${organization} and account = any(${accounts}::text[])`),
  ]);
  const accountsOf = Map.groupBy(known, ({ party_id: id }) => id);
  return rows.map(({ id, display_name: name, legal_name: legal }) => ({
    id,
    names: legal === null ? [name] : [name, legal],
    accounts: (accountsOf.get(id) ?? []).map(({ account }) => account),
  }));
}

type Days = { readonly from: Day; readonly to: Day };

type EntryRow = {
  readonly id: string;
  readonly day: Day;
  readonly amount: bigint;
  readonly partyId: string | null;
  readonly posted_at: string;
};

/** Entries that no line is matched with yet, each alone and those that one call posted for one party together. */
async function loadEntries(
  { db, organization }: Context,
  account: string,
  { from, to }: Days,
): Promise<RecordedEntry[]> {
  const rows = await db.many<EntryRow>(sql`
    select id, entry_date as day, amount, party_id as "partyId", posted_at
    from bank_entries as entry
    where organization_id = ${organization} and bank_account_id = ${account}
      and entry_date between ${from} and ${to} and amount <> 0
      and not exists (select from bank_matches as match
        where match.organization_id = ${organization} and match.bank_account_id = ${account}
          and match.entry_id = entry.id)
    order by entry_date, id limit ${entriesMax}`);
  const together = Map.groupBy(rows, (row) => `${row.posted_at} ${row.day} ${row.partyId}`);
  return [...rows.map((row) => [row]), ...[...together.values()].filter((group) => group.length > 1)].map((group) => ({
    parts: group.map(({ id, amount }) => ({ id, amount })),
    day: group[0]?.day ?? from,
    amount: sum(group.map(({ amount }) => amount)),
    partyId: group[0]?.partyId ?? null,
  }));
}

async function loadOwnAccounts({ db, organization }: Context): Promise<OwnAccount[]> {
  return db.many<OwnAccount>(sql`
    select id, iban, case when kind = 'provider' then name end as provider from bank_accounts
    where organization_id = ${organization} and archived_at is null`);
}

/** What left accounts at providers, and what came in elsewhere by the same amounts. */
async function loadPayoutLines(
  { db, organization }: Context,
  providers: readonly string[],
  { from, to }: Days,
): Promise<TransferLine[]> {
  if (providers.length === 0) return [];
  const rows = await db.many<OpenLineRow & { isMatched: boolean }>(sql`
    with final as (
      select * from bank_lines where organization_id = ${organization} and ${isFinal} and match_state <> 'excluded'
        and booking_date between ${from} and ${to}),
    left_provider as (
      select * from final where bank_account_id = any(${providers}::uuid[]) and balance_change < 0)
    select ${openLineColumns}, match_state = 'matched' as "isMatched" from (
      select * from left_provider
      union all
      select * from final where bank_account_id <> all(${providers}::uuid[]) and balance_change > 0
        and (currency, -balance_change) in (select currency, balance_change from left_provider)
    ) as bank_lines
    order by booking_date, id limit ${linesMax}`);
  return rows.map(openLineOf);
}

/** Payments that lines of providers may give back, where they name what was paid. */
async function loadRefundable(
  { db, organization }: Context,
  lines: readonly Line[],
  providers: readonly string[],
): Promise<OpenItem[]> {
  const given = lines.filter(({ amount, bankAccountId }) => amount < 0n && providers.includes(bankAccountId));
  if (given.length === 0) return [];
  const currencies = [...new Set(given.map(({ currency }) => currency))];
  const accounts = [...new Set(given.map(({ bankAccountId }) => bankAccountId))];
  return db.many<OpenItem>(sql`
    select 'payment' as side, payment.id, payment.numbers, array[]::text[] as references, payment.party_id as "partyId",
      payment.day, payment.day as due, payment.currency, payment.open, '[]'::jsonb as discounts
    from bank_refundable_payments as payment
    where payment.organization_id = ${organization} and payment.currency = any(${currencies}::text[])
      and payment.account_id in (select account_id from bank_accounts
        where organization_id = ${organization} and id = any(${accounts}::uuid[]))
    order by payment.day desc, payment.id limit ${entriesMax}`);
}

async function loadTransferLines(
  { db, organization }: Context,
  accounts: readonly OwnAccount[],
  { from, to }: Days,
): Promise<TransferLine[]> {
  const ibans = accounts.flatMap(({ iban }) => iban ?? []);
  if (ibans.length < 2) return [];
  const rows = await db.many<OpenLineRow & { isMatched: boolean }>(sql`
    select ${openLineColumns}, match_state = 'matched' as "isMatched" from bank_lines
    where organization_id = ${organization} and bank_account_id = any(${accounts.map(({ id }) => id)}::uuid[])
      and state = 'open' and booking = 'booked' and not is_interim and match_state <> 'excluded'
      and booking_date between ${from} and ${to} and counterparty_account = any(${ibans}::text[])
    order by booking_date, id limit ${linesMax}`);
  return rows.map(openLineOf);
}

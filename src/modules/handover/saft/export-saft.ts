import { z } from 'zod';
import { money } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import { limitExceeded, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { XmlOutput, Text } from '../../../wire/index.ts';
import {
  accountBalances,
  dimensionPlaces,
  entriesOf,
  entryTotals,
  exportAccounts,
  type ExportedAccount,
  lineNames,
} from '../../ledger/index.ts';
import { readOrganization } from '../../organization/index.ts';
import { yearAsked, yearInput } from '../books.ts';
import {
  saftEntriesEnd,
  saftEntriesHead,
  saftEntry,
  saftHead,
  saftMaster,
  type SaftParty,
  type SaftRate,
  type SaftValue,
} from './saft-file.ts';

export const exportSaft = operation({
  name: 'export_saft',
  summary: 'Export the books of a period as SAF-T Financial 1.30 (Norway).',
  guidance: 'Accounts, clients, suppliers and tax codes with their balances, then every entry. At most a fiscal year.',
  http: 'GET /ledger/saft',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  cost: 10,
  input: z.strictObject({
    ...yearInput,
    registration_number: Text(35).optional().describe('Number of the company; by default its first tax id.'),
  }),
  output: XmlOutput,
  refuses: [limitExceeded, validationFailed],
  async run(context, { registration_number: registered, ...asked }) {
    const { from, to, year } = await yearAsked(context, asked);
    const period = { from, to };
    const [accounts, balances, organization, totals, owed, rates, values] = await Promise.all([
      exportAccounts(context),
      accountBalances(context, period),
      readOrganization(context, { lock: false }),
      entryTotals(context, period),
      owedByParty(context, period),
      ratesUsed(context, period),
      valuesUsed(context, period),
    ]);
    const currency = context.actor.organization?.baseCurrency ?? 'NOK';
    const told = { entries: totals.entries, amount: money(totals.amount, currency) };
    const [first = '', ...rest] = context.actor.name.split(' ');
    const number =
      registered ?? organization.registration_number ?? organization.tax_ids[0]?.value ?? organization.slug;
    const moved = new Map(
      balances.map(({ id, opening, debit, credit }) => [id, { opening, closing: opening + debit - credit }]),
    );
    const none = { opening: 0n, closing: 0n };
    const parts = [
      saftHead({
        version: '0.1',
        now: context.now,
        registrationNumber: number,
        name: organization.legal_name ?? organization.name,
        address: addressIn(organization.address),
        contact: { first, last: rest.join(' ') || first, email: organization.email },
        currency,
        period,
        author: context.actor.name,
      }),
      saftMaster({
        accounts: [...accounts.values()].map((account) => ({ ...account, ...(moved.get(account.id) ?? none) })),
        clients: partiesOn('receivable', owed, accounts),
        suppliers: partiesOn('payable', owed, accounts),
        rates,
        values,
        currency,
      }),
      saftEntriesHead(told),
    ];
    for await (const entry of entriesOf(context, period)) {
      parts.push(saftEntry(entry, { accounts, ...placeOf(entry.date, year) }));
    }
    parts.push(saftEntriesEnd(told));
    const created = context.now.slice(0, 19).replaceAll(/\D/g, '');
    const filename = `SAF-T Financial_${number.replaceAll(/\W/g, '')}_${created}_1_1.xml`;
    return { filename, content_type: 'application/xml', content: parts.join('') };
  },
});

type Address = Partial<Readonly<Record<'line1' | 'city' | 'postal_code' | 'country', string | null>>>;

function addressIn(address: Address | null) {
  const { line1 = null, city = null, postal_code = null, country = null } = address ?? {};
  return { line1, city, postal_code, country };
}

/** The month of the fiscal year that a day is in, counted from 1. */
function placeOf(day: string, year: Period): { period: number; year: number } {
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return { period: months(day) - months(year.from) + 1, year: Number(year.from.slice(0, 4)) };
}

type Owed = {
  readonly client_id: string;
  readonly account_id: string;
  readonly number: string | null;
  readonly name: string;
  readonly opening: bigint;
  readonly closing: bigint;
};

function owedByParty({ db, organization }: Context, { from, to }: Period): Promise<Owed[]> {
  return db.many<Owed>(sql`
    select owed.*, party.number, party.name
    from (
      select line.client_id, line.account_id,
        coalesce(sum(line.amount) filter (where line.entry_date < ${from}), 0)::bigint as opening,
        sum(line.amount)::bigint as closing
      from report_lines as line
      join report_accounts as account on account.organization_id = line.organization_id
        and account.id = line.account_id and account.system_role in ('receivable', 'payable')
      where line.organization_id = ${organization} and line.client_id is not null and line.entry_date <= ${to}
      group by line.client_id, line.account_id) as owed
    join report_clients as party on party.organization_id = ${organization} and party.id = owed.client_id
    order by party.number, owed.client_id`);
}

function partiesOn(role: string, owed: readonly Owed[], accounts: ReadonlyMap<string, ExportedAccount>): SaftParty[] {
  return owed
    .filter(({ account_id: id }) => accounts.get(id)?.role === role)
    .map(({ client_id: id, account_id: account, number, name, opening, closing }) => {
      return { id, number: number ?? id, name, account: accounts.get(account)?.code ?? '', opening, closing };
    });
}

async function ratesUsed(context: Context, { from, to }: Period): Promise<SaftRate[]> {
  const { db, organization } = context;
  const rows = await db.many<{ id: string }>(sql`
    select distinct tax_rate_id as id from report_lines
    where organization_id = ${organization} and entry_date between ${from} and ${to} and tax_rate_id is not null`);
  const { rates } = await lineNames(context, { clients: [], rates: rows.map(({ id }) => id) });
  return [...rates.values()].filter(({ kind }) => kind !== 'withholding').toSorted(ascending(({ code }) => code));
}

function valuesUsed({ db, organization }: Context, { from, to }: Period): Promise<SaftValue[]> {
  return db.many<SaftValue>(sql`
    select dimension.name as dimension, dimension.place, value.code, value.name
    from (
      select distinct unnest(dimension_value_ids) as id from report_lines
      where organization_id = ${organization} and entry_date between ${from} and ${to}
        and dimension_value_ids is not null) as used
    join report_dimension_values as value on value.organization_id = ${organization} and value.id = used.id
    join ${dimensionPlaces(organization)} as dimension on dimension.id = value.dimension_id
    order by dimension.place, value.code_key`);
}

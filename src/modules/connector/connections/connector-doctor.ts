import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { factsFrom, keptFacts, type KeptFacts } from './client-facts.ts';
import { Diagnosis } from './diagnosis.ts';
import { findingsOf } from './findings.ts';
import { type McpTokenRow, tokenColumns, visibleTokens } from '../tokens/mcp-token.ts';

export const connectorDoctor = operation({
  name: 'connector_doctor',
  summary: 'Diagnose an MCP connection: app, permissions, limits, approvals and clock.',
  http: 'GET /mcp/doctor',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'tool',
  input: z.strictObject({
    token_id: Id('mcp_token').optional().describe('Defaults to the calling token; a token can only check itself.'),
  }),
  output: Diagnosis,
  refuses: [notFound],
  async run(context, { token_id: asked }) {
    const { actor, organization, today, now, origin } = context;
    const isToken = actor.kind === 'mcp_token';
    const id = asked ?? (isToken ? actor.credentialId : undefined);
    if (id === undefined || (isToken && id !== actor.credentialId)) throw notFound();
    const [row, waiting, days] = await readings(context, id);
    if (row === undefined) throw notFound();
    const { last_used_facts: kept, ...token } = row;
    const facts = isToken && origin.client !== undefined ? keptFacts(origin.client, now) : factsFrom(kept);
    const { name = '', timezone = '' } = actor.organization ?? {};
    const seen = {
      token,
      organization: { id: organization, name, timezone, today },
      ...saidBy(facts),
      client: (isToken ? origin.mcpClient : undefined) ?? token.last_used_client,
      clock: { service: now, difference_seconds: secondsOf(facts) },
      approvals: { channels: channelsOf(facts), waiting },
      left_today: leftOf(token, days),
      ...ofThisConnection(context, isToken),
    };
    return { ...seen, findings: findingsOf(seen) };
  },
});

type DayRow = { readonly currency: string; readonly writes: number; readonly amount: bigint };
type Row = McpTokenRow & { readonly last_used_facts: unknown };

/** The token, what it waits for, and what it has written today, in one flight. */
async function readings(context: Context, id: string): Promise<[Row | undefined, number, DayRow[]]> {
  const { db, organization, today, now } = context;
  const [row, { waiting }, days] = await Promise.all([
    db.maybe<Row>(sql`
      select ${tokenColumns(now)}, last_used_facts from mcp_tokens where ${visibleTokens(context)} and id = ${id}`),
    db.one<{ waiting: bigint }>(sql`
      select count(*) as waiting from approvals
      where organization_id = ${organization} and token_id = ${id} and state = 'pending' and expires_at > ${now}`),
    db.many<DayRow>(sql`
      select currency, writes, amount from mcp_token_days
      where organization_id = ${organization} and token_id = ${id} and day = ${today}`),
  ]);
  return [row, Number(waiting), days];
}

function saidBy(facts: KeptFacts | undefined): Pick<Diagnosis, 'protocol'> {
  const revision = facts?.protocol ?? null;
  const era = facts?.says_it_each_time === true ? 'each_message' : 'handshake';
  return { protocol: { revision, era: facts === undefined ? null : era } };
}

function secondsOf(facts: KeptFacts | undefined): number | null {
  return typeof facts?.clock_ms === 'number' ? Math.round(facts.clock_ms / 1_000) : null;
}

function channelsOf(facts: KeptFacts | undefined): Diagnosis['approvals']['channels'] {
  return facts?.opens_pages === true ? ['page', 'link'] : ['link'];
}

function leftOf({ limits }: McpTokenRow, days: readonly DayRow[]): Diagnosis['left_today'] {
  const { max_writes_per_day: max, max_amount_per_day: amounts } = limits;
  const used = days.find(({ currency }) => currency === '')?.writes ?? 0;
  return {
    writes: max === null ? null : { used, max, remaining: Math.max(0, max - used) },
    amounts: Object.entries(amounts ?? {}).map(([currency, most]) => {
      const spent = money(days.find((day) => day.currency === currency)?.amount ?? 0n, currency);
      const left = money(minorOf(most) - spent.minor, currency);
      const remaining = left.minor < 0n ? money(0n, currency) : left;
      return { currency, used: formatMoney(spent), max: most, remaining: formatMoney(remaining) };
    }),
  };
}

/** Amounts of limits are kept with exactly the decimals of their currency. */
function minorOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

function ofThisConnection({ origin }: Context, isToken: boolean): Pick<Diagnosis, 'narrowed' | 'rate_limit'> {
  const { client } = origin;
  if (!isToken || client === undefined) return { narrowed: null, rate_limit: null };
  const { toolsets, readOnly, rate } = client;
  return {
    narrowed: { toolsets: toolsets === undefined ? null : [...toolsets], read_only: readOnly },
    rate_limit:
      rate === undefined
        ? null
        : { limit: rate.limit, remaining: rate.remaining, resets_in_seconds: rate.resetsInSeconds },
  };
}

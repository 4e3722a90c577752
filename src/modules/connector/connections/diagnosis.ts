import { z } from 'zod';
import { Day, Id, Instant } from '../../../wire/index.ts';
import { McpToken } from '../tokens/mcp-token.ts';

const codes = [
  ...([
    'ended',
    'ends_soon',
    'lapses_soon',
    'never_ends',
    'old_secret',
    'unused',
    'writes_used_up',
    'amount_used_up',
  ] as const),
  ...(['many_calls', 'never_used', 'old_protocol', 'nameless', 'clock_ahead', 'clock_behind', 'unattended'] as const),
  ...(['only_reads', 'narrowed', 'connection_narrowed', 'waiting', 'link_only', 'all_well'] as const),
] as const;
export type FindingCode = (typeof codes)[number];

/** A finding about a connection, with its remedy. */
export const Finding = z.object({
  code: z.enum(codes),
  level: z.enum(['problem', 'notice', 'fine']),
  message: z.string(),
  remedy: z.string().nullable(),
  values: z
    .record(z.string(), z.string())
    .describe('Values used in the message and remedy, for clients that word their own.'),
});
export type Finding = z.output<typeof Finding>;

/** Remainder of a daily limit. */
const Left = { used: z.string(), max: z.string(), remaining: z.string() };

export const Diagnosis = z.object({
  token: McpToken,
  organization: z.object({ id: Id('organization'), name: z.string(), timezone: z.string(), today: Day }),
  protocol: z.object({
    revision: z.string().nullable(),
    era: z
      .enum(['each_message', 'handshake'])
      .nullable()
      .describe('Where the MCP client states its protocol revision.'),
  }),
  client: z.string().nullable().describe('The name and version that the MCP client reports.'),
  clock: z.object({
    service: Instant,
    difference_seconds: z
      .int()
      .nullable()
      .describe('How far the clock of the MCP client is ahead, if it reported the time.'),
  }),
  approvals: z.object({
    channels: z.array(z.enum(['link', 'page'])).describe('`page`: the MCP client shows the approval page itself.'),
    waiting: z.int(),
  }),
  narrowed: z
    .object({ toolsets: z.array(z.string()).nullable(), read_only: z.boolean() })
    .nullable()
    .describe('Restrictions from the URL and headers of this connection; null outside a connection.'),
  left_today: z.object({
    writes: z.object({ used: z.int(), max: z.int(), remaining: z.int() }).nullable(),
    amounts: z.array(z.object({ currency: z.string(), ...Left })),
  }),
  rate_limit: z
    .object({ limit: z.int(), remaining: z.int(), resets_in_seconds: z.int() })
    .nullable()
    .describe('Calls in this minute; null outside a connection or without a limit.'),
  findings: z.array(Finding).describe('Findings in plain language, the most important first.'),
});
export type Diagnosis = z.output<typeof Diagnosis>;

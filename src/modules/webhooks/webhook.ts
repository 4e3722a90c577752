import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { apiVersion } from '../../operation/api-version.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { targetOf } from '../../net/target-url.ts';
import { ActorStamp, Id, Instant } from '../../wire/index.ts';
import { EventPattern, readableTypes, typesMeant } from '../events/index.ts';

const patternsMax = 50;
const urlMax = 2_000;
const concurrencyMax = 10;
export const descriptionMax = 500;

export const webhookStatuses = ['enabled', 'disabled', 'auto_disabled'] as const;

export const WebhookUrl = z
  .string()
  .trim()
  .min(1)
  .max(urlMax)
  .describe('Where events are sent: https, at a public address.')
  .meta({ examples: ['https://example.com/hooks'] });
export const EventTypes = z
  .array(EventPattern)
  .min(1)
  .max(patternsMax)
  .describe('Types of events, or all of a noun: `sale.*`, or `*`.');
export const ApiVersion = z.enum([apiVersion]).describe('Of which version of the contract the data sent is.');
export const MaxConcurrency = z.int().min(1).max(concurrencyMax).describe('How many requests may be open at once.');

export const Webhook = z.object({
  id: Id('webhook'),
  url: z.string(),
  description: z.string().nullable(),
  event_types: z.array(z.string()),
  api_version: z.iso.date(),
  status: z.enum(webhookStatuses).describe('`auto_disabled`: by the service, since nothing arrived.'),
  disabled_reason: z.string().nullable(),
  disabled_at: Instant.nullable(),
  max_concurrency: z.int(),
  header_names: z.array(z.string()).describe('Headers that it is sent beside our own. What they say is not shown.'),
  failing_since: Instant.nullable().describe('Since when every attempt has failed.'),
  previous_secret_expires_at: Instant.nullable().describe('Until then what is sent is signed with two secrets.'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type WebhookRow = z.output<typeof Webhook>;

/** The only answer that shows a secret. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('Shown once. What verifies signatures takes it as it is.'),
});

export const webhookColumns: Sql = sql`id, url, description, event_types, api_version, status, disabled_reason,
  disabled_at, max_concurrency, header_names, failing_since, previous_secret_expires_at, version,
  created_at, updated_at, created_by, updated_by`;

/** What events tell of a webhook: not where it leads, which may hold a token. */
const WebhookFacts = Webhook.pick({ id: true, status: true, event_types: true, disabled_reason: true, version: true });
export const webhookCreated = event('webhook.created', WebhookFacts);
export const webhookUpdated = event('webhook.updated', WebhookFacts);
export const webhookDeleted = event('webhook.deleted', WebhookFacts);
export const webhookEnabled = event('webhook.enabled', WebhookFacts);
export const webhookDisabled = event('webhook.disabled', WebhookFacts, {
  title: 'A webhook was switched off',
  called: 'disabled_reason',
  others: true,
});
export const webhookSecretRotated = event('webhook.secret_rotated', WebhookFacts);

/** Locks a webhook for a change, at the version that the caller has seen where they say one. */
export async function lockWebhook(context: Context, id: string, version?: number): Promise<WebhookRow> {
  const row = await context.db.maybe<WebhookRow>(sql`
    select ${webhookColumns} from webhooks
    where organization_id = ${context.organization} and id = ${id} and status <> 'deleted' for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

/** Refuses a URL that will never be called. Its host is asked for again, whenever it is called. */
export function checkUrl({ settings }: Context, url: string): void {
  const { fault } = targetOf(url, { loopback: settings.callLoopback ?? false });
  if (fault === undefined) return;
  throw validationFailed({ errors: [{ pointer: '/url', code: 'url_not_allowed', message: fault }], hint: fault });
}

/** Refuses types that there are not, and those whose records the caller may not read. */
export function checkTypes({ actor }: Context, patterns: readonly string[]): void {
  const readable = new Set(readableTypes(actor));
  for (const [index, pattern] of patterns.entries()) {
    const meant = typesMeant(pattern);
    const unreadable = meant.filter((type) => !readable.has(type));
    const fault =
      meant.length === 0
        ? { code: 'unknown_type', message: `There is no event "${pattern}"; see /api/event-types.` }
        : {
            code: 'not_readable',
            message: `You may not read what these tell of: ${unreadable.slice(0, 5).join(', ')}.`,
          };
    if (meant.length > 0 && unreadable.length === 0) continue;
    throw validationFailed({ errors: [{ pointer: `/event_types/${index}`, ...fault }], hint: fault.message });
  }
}

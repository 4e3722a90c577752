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
  .describe('The URL that receives events: https, at a public address.')
  .meta({ examples: ['https://example.com/hooks'] });
export const EventTypes = z
  .array(EventPattern)
  .min(1)
  .max(patternsMax)
  .describe('Event types such as `sale.confirmed`, `sale.*` for all of a resource, or `*` for every type.');
export const ApiVersion = z.enum([apiVersion]).describe('The API version of the event data.');
export const MaxConcurrency = z.int().min(1).max(concurrencyMax).describe('Maximum number of concurrent requests.');

export const Webhook = z.object({
  id: Id('webhook'),
  url: z.string(),
  description: z.string().nullable(),
  event_types: z.array(z.string()),
  api_version: z.iso.date(),
  status: z.enum(webhookStatuses).describe('`auto_disabled`: disabled by the service after repeated failures.'),
  disabled_reason: z.string().nullable(),
  disabled_at: Instant.nullable(),
  max_concurrency: z.int(),
  header_names: z.array(z.string()).describe('Names of the custom headers. Their values are never shown.'),
  failing_since: Instant.nullable().describe(
    'When the current run of failed attempts began; null if the last one succeeded.',
  ),
  previous_secret_expires_at: Instant.nullable().describe(
    'Until then, deliveries are signed with both the old and the new secret.',
  ),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type WebhookRow = z.output<typeof Webhook>;

/** The only answer that shows a secret. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('Shown once. Pass it unchanged to a Standard Webhooks library to verify signatures.'),
});

export const webhookColumns: Sql = sql`id, url, description, event_types, api_version, status, disabled_reason,
  disabled_at, max_concurrency, header_names, failing_since, previous_secret_expires_at, version,
  created_at, updated_at, created_by, updated_by`;

/** Event payload of a webhook, without its URL, which may hold a token. */
const WebhookFacts = Webhook.pick({ id: true, status: true, event_types: true, disabled_reason: true, version: true });
export const webhookCreated = event('webhook.created', WebhookFacts);
export const webhookUpdated = event('webhook.updated', WebhookFacts);
export const webhookDeleted = event('webhook.deleted', WebhookFacts);
export const webhookEnabled = event('webhook.enabled', WebhookFacts);
export const webhookDisabled = event('webhook.disabled', WebhookFacts, {
  title: 'A webhook was disabled',
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
        ? { code: 'unknown_type', message: `There is no event type "${pattern}"; see /api/event-types.` }
        : {
            code: 'not_readable',
            message: `You may not read the records of these events: ${unreadable.slice(0, 5).join(', ')}.`,
          };
    if (meant.length > 0 && unreadable.length === 0) continue;
    throw validationFailed({ errors: [{ pointer: `/event_types/${index}`, ...fault }], hint: fault.message });
  }
}

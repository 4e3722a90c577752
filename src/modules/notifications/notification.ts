import { z } from 'zod';
import { translated } from '../../messages/index.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { EventKind, Notice } from '../../operation/events.ts';
import { type Actor, isRestProgram } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import { eventKinds } from '../../operation/outbox.ts';
import { Id, Instant } from '../../wire/index.ts';
import { readableTypes } from '../events/index.ts';

export const keptDays = 90;

export const Notification = z.object({
  id: Id('notification'),
  type: z
    .string()
    .describe('The type of the event it is about.')
    .meta({ examples: ['stock.low'] }),
  title: z.string().describe('In the language of the organisation.'),
  object_id: z.string().nullable().describe('The record it is about.'),
  label: z.string().nullable().describe('The number or name of that record.'),
  event_id: Id('event'),
  created_at: Instant,
  read_at: Instant.nullable(),
});
type Notification = z.output<typeof Notification>;
export type NotificationRow = Omit<Notification, 'title'>;

export const notificationColumns: Sql = sql`id, type, object_id, label, event_id, created_at, read_at`;

export type NoticeKind = EventKind & { readonly notice: Notice };

/** The types of events that people are told of. */
export function noticeKinds(): NoticeKind[] {
  return eventKinds().filter((kind): kind is NoticeKind => kind.notice !== undefined);
}

/** Title of an event, in the language or in English. */
export function titleOf(type: string, language: string): string {
  const titles: Readonly<Record<string, string>> = translated(language, 'event_titles') ?? {};
  if (Object.hasOwn(titles, type)) return titles[type] ?? type;
  return noticeKinds().find((kind) => kind.type === type)?.notice.title ?? type;
}

/** In the language of the organisation. */
export function notification({ actor }: Context, row: NotificationRow): Notification {
  return { ...row, title: titleOf(row.type, languageOf(actor)) };
}

export function languageOf({ organization }: Actor): string {
  return organization?.locale ?? 'en';
}

/** Notifications of the caller, about records that they may still read. */
export function toldTo({ actor, organization }: Context): Sql {
  // A person is told by name of what they may not read; a key or app of theirs is not that person.
  const byName = isRestProgram(actor.kind) ? sql`false` : sql`personal`;
  return sql`organization_id = ${organization} and member_id = ${actor.memberId}
    and (${byName} or type = any(${readableTypes(actor)}::text[]))`;
}

import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { EventPattern, typesMeant } from '../events/index.ts';
import {
  keptDays,
  Notification,
  notification,
  notificationColumns,
  type NotificationRow,
  toldTo,
} from './notification.ts';

const patternsMax = 50;

const list = listOf({
  name: 'notifications',
  row: Notification,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {
    unread: filter(z.boolean(), (unread) => (unread ? sql`read_at is null` : sql`read_at is not null`)),
    type: filter(
      z.array(EventPattern).min(1).max(patternsMax).describe('Event types, or all of a resource: `stock.*`.'),
      (patterns) => sql`type = any(${patterns.flatMap(typesMeant)}::text[])`,
    ),
    created_at: instantRange(sql`created_at`),
  },
});

export const listNotifications = operation({
  name: 'list_notifications',
  summary: `List your notifications of the last ${keptDays} days, such as low stock or an accepted quote.`,
  guidance: 'Only your own, about records you may read. `unread=true` lists unread ones only.',
  http: 'GET /notifications',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: list.input,
  output: Page(Notification),
  async run(context, input) {
    const found = await page<NotificationRow>(context, list, input, {
      select: notificationColumns,
      from: sql`notifications`,
      where: toldTo(context),
    });
    return { ...found, data: found.data.map((row) => notification(context, row)) };
  },
});

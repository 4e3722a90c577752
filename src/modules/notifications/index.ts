import type { Operation } from '../../operation/operation.ts';
import { countUnreadNotifications } from './count-unread-notifications.ts';
import { getNotification } from './get-notification.ts';
import { getNotificationPreferences } from './get-notification-preferences.ts';
import { listNotifications } from './list-notifications.ts';
import { readAllNotifications } from './read-all-notifications.ts';
import { readNotification } from './read-notification.ts';
import { updateNotificationPreferences } from './update-notification-preferences.ts';

export { digestJob, digestsOf, sendDigest } from './digest.ts';
export { keepNotifications } from './keep-notifications.ts';
export { titleOf } from './notification.ts';
export { hasNotifications, purgeNotifications } from './purge-notifications.ts';
export { noticesJob, queueNotices } from './queue-notices.ts';
export { type PendingNotification, findNotificationRecipients } from './recipients.ts';

export const operations: readonly Operation[] = [
  listNotifications,
  getNotification,
  countUnreadNotifications,
  readNotification,
  readAllNotifications,
  getNotificationPreferences,
  updateNotificationPreferences,
];

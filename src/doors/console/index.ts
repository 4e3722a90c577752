import type { FastifyInstance } from 'fastify';
import { activityPage } from './activity-page.ts';
import { approvalPage } from './approval-page.ts';
import { connectPage } from './connect-page.ts';
import type { PageDeps } from '../signed-in/page-context.ts';
import { serveScreens } from './serve-screens.ts';
import { doctorPage } from './doctor-page.ts';
import { inbox } from './inbox.ts';
import { notificationChoices } from './notification-choices.ts';
import { notificationsPage } from './notifications-page.ts';
import { plainStartPage, startPage } from './start-page.ts';
import { tokenForm } from './token-form.ts';
import { tokenPage } from './token-page.ts';

/** Pages of the console: start, AI apps, and activity. */
export function registerConsole(server: FastifyInstance, deps: PageDeps): void {
  serveScreens(server, deps, [
    startPage,
    plainStartPage,
    inbox,
    approvalPage,
    connectPage,
    tokenForm,
    tokenPage,
    activityPage,
    doctorPage,
    notificationsPage,
    notificationChoices,
  ]);
}

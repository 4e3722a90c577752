/** The screens of the people and the settings, for everybody who reads them. */
import { test } from 'node:test';
import { type ConsoleScreen, openConsole } from '../support/console.ts';

const { shop, open, readable } = await openConsole();
const { ids } = shop;

const people: readonly ConsoleScreen[] = [
  { path: '/people', says: 'People' },
  { path: '/invites?view=all', says: 'Invites' },
  { path: '/roles', says: 'Administrator' },
  { path: '/ai?view=all', says: 'What AI apps did' },
  { path: '/ai/activity', says: 'Rules' },
  { path: '/notifications?view=all', says: 'Mark all as read' },
  { path: '/jobs?view=all', says: 'Background jobs' },
  { path: '/exports', says: 'Archive of everything' },
];
const settings: readonly ConsoleScreen[] = [
  { path: '/settings', says: 'Business details' },
  { path: '/settings/business', says: 'Fiscal year' },
  { path: '/settings/invoicing', says: 'E-invoicing' },
  { path: `/settings/taxes?open=${ids['tax']}`, says: 'VAT category' },
  { path: `/settings/payment-methods?open=${ids['pm']}`, says: 'Settles to' },
  { path: `/settings/locations?open=${ids['loc']}`, says: 'Status' },
  { path: '/settings/numbering', says: 'Numbering' },
  { path: '/settings/custom-fields', says: 'Unknown fields' },
  { path: '/settings/reminders', says: 'Late fees' },
  { path: '/settings/exchange-rates', says: 'Exchange rates' },
  { path: '/settings/templates', says: 'Document templates' },
  { path: `/settings/templates/${ids['tmpl']}`, says: 'What stands on the page' },
  { path: '/settings/profile', says: 'Second factor' },
  { path: '/settings/sessions', says: 'This device' },
  { path: '/settings/sign-in', says: 'Redirect URI' },
  { path: '/settings/notifications', says: 'Notification preferences' },
  { path: '/settings/saved-filters', says: 'Saved views' },
];

for (const [name, screens] of Object.entries({ people, settings })) {
  test(`every screen of the ${name} can be read and used by everybody`, async (t) => {
    const tab = await open(t, name);
    if (tab === undefined) return;
    await readable(tab, screens);
  });
}

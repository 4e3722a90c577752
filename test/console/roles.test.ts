/** The console as each role has it: what the menu offers is not refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, goTo, heading, idle, openConsole } from '../support/console.ts';
import { dose } from '../support/dose.ts';
import { systemRoleNames } from '../../src/modules/team/system-roles.ts';

const { service, shop, at, open } = await openConsole();

const refusals = `[...document.querySelectorAll('main [role=alert]')].map((one) => one.innerText)`;

/** A page of its own, which is no screen of the console. */
const apart = '/connect';

/** Those that may not do everything. */
const roles = systemRoleNames.filter((role) => role !== 'owner' && role !== 'admin');

for (const role of dose(roles)) {
  test(`the role ${role} is offered nothing that it is refused`, async (t) => {
    const tab = await open(t, `The console of ${role}`, desk, await service.colleague(shop.who, role));
    if (tab === undefined) return;
    const links = `[...document.querySelectorAll('nav.side a[href^="/"]')].map((one) => one.pathname)`;
    await tab.comes(`${links}.length > 0`);
    const places: string[] = await tab.read(`[...new Set(['/', ...${links}])]`);
    const refused: string[] = [];
    for (const place of places.toSorted((one, other) => Number(one === apart) - Number(other === apart))) {
      await (place === apart ? tab.visit(at(place)) : tab.settled(goTo(place)));
      await tab.comes(`${idle} && ${heading} !== undefined`);
      for (const text of await tab.read(refusals)) refused.push(`${place}: ${text}`);
    }
    assert.deepEqual(refused, []);
    t.diagnostic(`${places.length} screens`);
  });
}

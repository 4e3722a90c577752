/** Handing in a draft and approving it, as two people do it in a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, type Tab } from '../support/browser.ts';
import { button, fill, press, save } from '../support/console-hands.ts';
import { desk, idle, openConsole, phone, shown } from '../support/console.ts';
import { inviteLink } from '../support/invite-link.ts';
import { violationsIn } from '../support/legible.ts';
import { password } from '../support/running-service.ts';
import type { Wire } from '../support/world.ts';

const { service, shop, at, open } = await openConsole();
const { ids, call, fresh } = shop;
const email = 'author@kwarts.example';

/** Somebody who writes documents and issues none. */
async function author(): Promise<void> {
  const token = await inviteLink(service, shop.who, { email });
  const body = { token, name: 'Ada Author', password };
  assert.equal((await service.send({ method: 'POST', path: '/api/team/invites/accept', body })).status, 200);
  const rights = ['clients:read', 'sales:read', 'sales:write', 'documents:read', 'documents:write', 'products:read'];
  const role = await call('create_role', { name: fresh('author'), permissions: rights });
  const { data } = await call('list_members', { limit: 100 });
  const member = data.find((one: Wire) => JSON.stringify(one).includes(email));
  await call('update_member', { id: member.id, role_ids: [role.id] });
}

async function signIn(tab: Tab): Promise<void> {
  await tab.visit(at('/login'));
  await tab.comes(`document.activeElement.id === 'email'`);
  await tab.type(email);
  await tab.press('Tab');
  await tab.type(password);
  await tab.pressing('Enter');
  await tab.comes(`document.querySelector('nav.side a[href$="/documents"]') !== null`);
}

async function see(tab: Tab, id: string): Promise<void> {
  await tab.visit(at(`/documents/${id}`));
  await tab.comes(`${idle} && ${button('Edit')} !== undefined || ${idle} && ${shown('Edit')}`);
}

test('a draft is handed in, sent back with a reason, handed in again and issued', async (t) => {
  const [boss, tab] = [await open(t, 'The approver'), await openTab(t, 'Somebody who may not issue')];
  if (boss === undefined || tab === undefined) return;
  await author();
  const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
  const { id } = await call('create_document', { type: 'quote', client_id: ids['client'], lines });
  await tab.look(desk);
  await signIn(tab);
  await see(tab, id);
  assert.equal(await tab.read(`${button('Issue')} === undefined`), true, 'who may not issue is not offered it');
  await press(tab, 'Hand in for approval');
  await fill(tab, 'Note for the approver', 'For Monday, please.');
  assert.deepEqual(await violationsIn(tab.settled), []);
  await save(tab);
  await tab.comes(`${button('Withdraw')} !== undefined && ${shown('For Monday, please.')}`);

  await boss.visit(at('/'));
  await boss.comes(`${idle} && ${shown('Draft to approve')} && ${shown('For Monday, please.')}`);
  for (const screen of [desk, phone]) {
    await boss.look(screen);
    assert.deepEqual(await violationsIn(boss.settled), []);
  }
  await boss.look(desk);
  await see(boss, id);
  assert.equal(await boss.read(shown('Handed in by Ada Author')), true);
  await press(boss, 'Reject');
  await fill(boss, 'Reason', 'The discount is missing.');
  await save(boss);
  await boss.comes(`${shown('Rejected by')} && ${shown('The discount is missing.')}`);

  await see(tab, id);
  await tab.comes(`${shown('The discount is missing.')} && ${button('Hand in for approval')} !== undefined`);
  await press(tab, 'Hand in for approval');
  await save(tab);
  await tab.comes(`${button('Withdraw')} !== undefined`);
  await see(boss, id);
  await boss.comes(`${button('Reject')} !== undefined`);
  await press(boss, 'Issue');
  await save(boss);
  await boss.comes(`${button('Send')} !== undefined`);
  assert.equal((await call('get_document', { id })).status, 'open');
});

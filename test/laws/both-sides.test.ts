/**
 * Few operations need both sides of the database in one transaction, and each says why; see sides.test.ts. Told by
 * their samples: what an operation does only with another input is not seen here.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import type { Database } from '../../src/db/database.ts';
import { Sql } from '../../src/db/sql.ts';
import { openAccess } from '../../src/modules/identity/index.ts';
import { anonymous } from '../../src/operation/actor.ts';
import { run } from '../../src/operation/run.ts';
import { sampleOf } from '../support/samples.ts';
import { startShop } from '../support/shop-service.ts';
import { isOnBoth, tablesWithSides } from '../support/sides.ts';
import { touchedTables } from '../support/touched-tables.ts';

const { service, shop } = await startShop();
const { runtime } = service.app;
const access = openAccess({ ...runtime, issuer: runtime.settings.publicUrl });
const tables = await runtime.db.transaction({ readOnly: true }, tablesWithSides);
const sides = new Map(tables.map(({ name, side }) => [name, side]));

const account = 'Changes the account, and the line of the audit log that says so is written with it or not at all.';
const signedIn = 'Begins or moves a session, whose member is looked up and whose line is written in the same moment.';
const ofProvider = 'The directory is asked by the domain of an address who answers for it, and has to say the same.';
const signedOut = 'Whoever goes is signed out of the organisation in the same moment.';

/** Operations that write on both sides in one transaction. */
const writing: Readonly<Record<string, string>> = {
  accept_invite: 'Makes the person and the member, or neither: a link is good for once.',
  accept_invite_with_passkey: 'Notes the use of the passkey and makes the member, or neither.',
  register: 'Makes the person and the organisation, or neither.',
  change_password: account,
  confirm_totp: account,
  disable_totp: account,
  forgot_password: account,
  logout: account,
  logout_all: account,
  prove_second_factor: account,
  prove_with_passkey: account,
  prove_with_provider: account,
  create_passkey: account,
  remove_passkey: account,
  start_passkey: account,
  update_passkey: account,
  reset_password: account,
  revoke_session: account,
  start_totp: account,
  update_me: account,
  update_preferences: account,
  login: signedIn,
  login_with_passkey: signedIn,
  login_with_provider: 'Makes who comes for the first time a person and a member, and begins their session.',
  refresh: signedIn,
  switch_organization: signedIn,
  leave_organization: signedOut,
  remove_member: signedOut,
  suspend_member: signedOut,
  set_sign_in_provider: ofProvider,
  remove_sign_in_provider: ofProvider,
  verify_sign_in_domain: ofProvider,
  remove_sign_in_domain: ofProvider,
};

const team = 'Shows who the members are, or looks at the rights of whoever asks as they stand now.';
const credential = 'A connection ends when its person signs out everywhere: the token is read with that moment.';

const domains = 'Whose a domain is says the directory; the rest lies with the organisation.';

/** Operations that write on one side at most, and look at the other in the same transaction. */
const looking: Readonly<Record<string, string>> = {
  create_organization: 'Its founder is a member, whose foreign key asks for the person.',
  list_organizations: 'A person asks for all that they belong to.',
  get_me: 'A person asks for their account and all that they belong to.',
  add_sign_in_domain: domains,
  get_provider_login: domains,
  get_sign_in_provider: domains,
  approve_write: team,
  start_practice: credential,
  create_invite: team,
  create_lock_exception: team,
  create_role: team,
  decline_invite: team,
  delete_role: team,
  duplicate_role: team,
  get_member: team,
  get_payables_aging: team,
  join_organization: team,
  list_members: team,
  read_invite: team,
  reactivate_member: team,
  resend_invite: team,
  revoke_invite: team,
  run_recurring_expense: team,
  transfer_ownership: team,
  update_expense: team,
  update_member: team,
  update_role: team,
  connect_mcp_client: credential,
  connector_doctor: credential,
  create_mcp_token: credential,
  get_mcp_token: credential,
  list_mcp_tokens: credential,
  revoke_mcp_token: credential,
  rotate_mcp_token: credential,
  update_mcp_token: credential,
  connect_app: credential,
  disconnect_app: credential,
  get_connected_app: credential,
  get_oauth_app: credential,
  list_connected_apps: credential,
  list_oauth_apps: credential,
};

type Reach = 'one side' | 'looks at both' | 'writes on both';

/** Tables touched by the transactions of a piece of work. */
async function reachOf(work: (db: Database) => Promise<unknown>): Promise<Reach> {
  const { db, transactions } = touchedTables(runtime.db);
  await work(db);
  const areOnBoth = (names: readonly string[]) => isOnBoth(names.map((name) => sides.get(name) ?? ''));
  if (transactions().some(({ written }) => areOnBoth(written))) return 'writes on both';
  return transactions().some(({ touched }) => areOnBoth(touched)) ? 'looks at both' : 'one side';
}

test('operations whose transaction touches both sides of the database are those that say why', async () => {
  const reaches = new Map<string, Reach>();
  for (const operation of catalogue) {
    const { input, caller } = await sampleOf(shop, operation);
    const actor = operation.permission === 'public' ? anonymous : await access.actorOf(caller.token);
    const origin = { door: 'rest', requestId: randomUUID() } as const;
    const request = { actor, input, idempotencyKey: randomUUID(), origin };
    reaches.set(operation.name, await reachOf((db) => run({ ...runtime, db }, operation, request)));
  }
  const having = (wanted: Reach) => [...reaches].filter(([, reach]) => reach === wanted).map(([name]) => name);
  assert.deepEqual(having('writes on both').toSorted(), Object.keys(writing).toSorted());
  assert.deepEqual(having('looks at both').toSorted(), Object.keys(looking).toSorted());
});

const controls: Readonly<Record<string, readonly [statements: readonly string[], reach: Reach]>> = {
  'two tables of tenants': [['select from sales', 'delete from allocations where false'], 'one side'],
  'a table of tenants and a queue of the server': [['select from sales', 'delete from jobs where false'], 'one side'],
  'a view that joins them': [['select from team_members'], 'looks at both'],
  'one that is written and one that is read': [
    ['select from sales', 'delete from attempts where false'],
    'looks at both',
  ],
  'both written': [['delete from allocations where false', 'delete from attempts where false'], 'writes on both'],
};

for (const [what, [statements, expected]] of Object.entries(controls)) {
  test(`control: ${what}`, async () => {
    const reach = await reachOf((db) =>
      db.transaction({}, async (tx) => {
        for (const statement of statements) await tx.run(new Sql(statement, []));
      }),
    );
    assert.equal(reach, expected);
  });
}

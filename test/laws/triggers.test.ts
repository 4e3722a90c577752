/** Triggers see every record, even where the caller's scope is narrow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../support/database.ts';
import { createWorld } from '../support/world.ts';

const { database } = await createWorld();

type Trigger = { readonly name: string; readonly body: string; readonly sees_all: boolean };

/** Those that look as the caller does, and why that is right. */
const asCaller: Readonly<Record<string, string>> = {
  keep_look: 'Writes the design of the document that the caller writes.',
  post_for_survivor: 'Entries are posted by whoever sees the client that they name.',
  refer_to_survivor: 'Records are written by whoever sees the client that they name.',
  refuse_change_of_costing: 'Nobody with a narrow scope changes the settings of the organisation.',
  refuse_frozen_lines: 'Looks at the sale whose line the caller writes.',
  refuse_issued_lines: 'Looks at the document whose line the caller writes.',
  refuse_posted_line_changes: 'Looks at the expense whose line the caller writes.',
  refuse_posted_lines: 'Looks at the expense whose line the caller writes.',
  refuse_unseen_links: 'Refuses what the caller does not see: that is its purpose.',
  refuse_unseen_supplier: 'Refuses what the caller does not see: that is its purpose.',
};

const { scoped, triggers } = await asOwner(database.ownerUrl, async (owner) => ({
  scoped: (
    await owner.query<{ name: string }>(
      `select distinct tablename as name from pg_policies where 'daybook_scoped' = any(roles)`,
    )
  ).rows.map(({ name }) => name),
  triggers: (
    await owner.query<Trigger>(
      `select distinct proname as name, prosrc as body, prosecdef as sees_all
       from pg_proc join pg_trigger on tgfoid = pg_proc.oid where not tgisinternal`,
    )
  ).rows,
}));

const limited = new RegExp(String.raw`\b(from|join|update|into)\s+(${scoped.join('|')})\b`);
const looking = triggers.filter(({ body }) => limited.test(body));

test('a trigger that reads records of which some members see a part sees all of them, or says why not', () => {
  const narrow = looking.filter(({ sees_all: all }) => !all).map(({ name }) => name);
  assert.deepEqual(narrow.toSorted(), Object.keys(asCaller));
});

test('control: there are such records, and triggers that see all of them', () => {
  assert.ok(scoped.length > 40, `${scoped.length} tables`);
  const open = looking.filter(({ sees_all: all }) => all).map(({ name }) => name);
  for (const name of ['follow_sale', 'refuse_billed', 'void_receipts']) assert.ok(open.includes(name), name);
});

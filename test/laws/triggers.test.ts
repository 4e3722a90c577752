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

type Comparison = { readonly at: string; readonly named: readonly string[]; readonly compared: readonly string[] };

/** Refuse any change while a column says so, whichever column is changed. */
const ofEveryColumn = [
  'allocations.frozen',
  'document_mails.frozen',
  'expense_payments.frozen',
  'files.frozen',
  'lock_exceptions.frozen',
  'sales.followed_by_draft',
  'vat_returns.frozen',
];

/** Compared with what never changes by then. */
const ofKept: Readonly<Record<string, string>> = {
  'expenses.end_scheduled_payments: total': 'The total of a posted expense is frozen.',
};

const comparisons = await asOwner(database.ownerUrl, async (owner): Promise<Comparison[]> => {
  const { rows } = await owner.query<{ at: string; named: string[] | null; definition: string }>(
    `select relname || '.' || tgname as at, pg_get_triggerdef(pg_trigger.oid) as definition,
       (select array_agg(attname::text) from pg_attribute where attrelid = tgrelid and attnum = any(tgattr)) as named
     from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and tgqual is not null`,
  );
  return rows.map(({ at, named, definition }) => {
    const of = (row: 'old' | 'new') =>
      new Set([...definition.matchAll(new RegExp(String.raw`\b${row}\.(\w+)`, 'g'))].map(([, column = '']) => column));
    return { at, named: named ?? [], compared: [...of('new').intersection(of('old'))] };
  });
});

test('a trigger that compares columns runs for statements that write them, and for no others', () => {
  // PostgreSQL reads a condition anew for each statement: those of a sale took half of the time of its payment.
  const unnamed = comparisons.filter(({ named, compared }) => named.length === 0 && compared.length > 0);
  assert.deepEqual(unnamed.map(({ at }) => at).toSorted(), ofEveryColumn);
  const blind = comparisons
    .filter(({ named }) => named.length > 0)
    .flatMap(({ at, named, compared }) => {
      return compared.filter((column) => !named.includes(column)).map((column) => `${at}: ${column}`);
    });
  assert.deepEqual(blind, Object.keys(ofKept), 'a change of these would not be seen');
  const sale = comparisons.find(({ at }) => at === 'sales.frozen');
  assert.ok(sale !== undefined && sale.compared.length > 20 && sale.named.includes('total'), 'control: it is read');
});

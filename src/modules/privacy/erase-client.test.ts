import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { catalogued, references, tenantTables } from '../../db/tenant-tables.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { checkAuditLog, sealEntries } from '../audit/index.ts';
import { permissionNames } from '../team/permissions.ts';

const world = await createWorld();
const { call, database, ana, rival } = world;
const organization = ana.organization?.id ?? '';
const owner = withPermissions(ana, [...permissionNames]);

/** In every text that is about the client and nowhere else. */
const mark = 'zebrafink';

/** In which tables, and how often, a text stands in any column. */
async function whereIs(text: string): Promise<Record<string, number>> {
  return asOwner(database.ownerUrl, async (db) => {
    const { rows: tables } = await db.query<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const counted = await db.query<{ n: number }>(
        `select count(*)::int as n from "${name}" as r where lower(r::text) like $1`,
        [`%${text}%`],
      );
      if ((counted.rows[0]?.n ?? 0) > 0) found[name] = counted.rows[0]?.n ?? 0;
    }
    return found;
  });
}

const person = (): Promise<Wire> =>
  call('create_client', {
    type: 'individual',
    display_name: `Mira ${mark}`,
    legal_name: `Mira ${mark} the First`,
    last_name: mark,
    email: `mira@${mark}.example`,
    phone: '+48 600 700 801',
    website: `https://${mark}.example`,
    contacts: [{ name: `Jan ${mark}`, email: `jan@${mark}.example`, phone: '+48 600 700 802' }],
    billing_address: { line1: `${mark} street 1`, city: 'Gdynia', country: 'PL' },
    notes_internal: `About ${mark}`,
    notes_public: `To ${mark}`,
    tags: [`${mark} tag`],
    metadata: { hint: `${mark} hint` },
    external_id: `crm-${mark}`,
  });

const lines = [{ name: 'Lesson', quantity: '1', unit_price: '20' }];

/** A client who bought, paid, was written to, and about whom there is a contract. */
async function knownWell(): Promise<Wire> {
  const client = await person();
  await call('update_client', { id: client.id, notes_internal: `Changed: ${mark}`, email: `new@${mark}.example` });
  const key = () => ({ key: randomUUID() });
  const invoice = await call('create_document', { type: 'invoice', client_id: client.id, lines, issue: true }, key());
  const to = [{ email: `other@${mark}.example`, name: `Aunt ${mark}` }];
  await call('send_document', { id: invoice.id, to, message: `Dear ${mark}` }, key());
  await call('share_document', { id: invoice.id });
  const draft = await call('create_document', { type: 'quote', client_id: client.id, lines }, key());
  await call('delete_document', { id: draft.id });
  const upload = await uploaded(client);
  await namedElsewhere();
  return { ...client, invoice, upload };
}

/** In a file with a row that was wrong, and in what an AI client asked for. */
async function namedElsewhere(): Promise<void> {
  await call('create_import', {
    kind: 'clients',
    content: `name,email\nMira,NEW@${mark}.example\n`,
    filename: 'old.csv',
  });
  const token = await call('create_mcp_token', { name: 'assistant', preset: 'full' });
  await asOwner(database.ownerUrl, async (db) => {
    await db.query(`update imports set state = 'failed'`);
    await db.query(
      `insert into approvals (organization_id, id, token_id, member_id, action, reason, sealed_input, arguments,
         request_hash, preview, plan, expires_at, request_id, created_at, updated_at, created_by)
       select organization_id, gen_random_uuid(), id, member_id, 'create_client', 'preset', $2, $3, sha256($2), $3,
         sha256($2), now(), 'request', now(), now(), '{}' from mcp_tokens where id = $1`,
      [uuidFrom('mcpt', token.id), Buffer.from('sealed'), JSON.stringify({ email: `new@${mark}.example` })],
    );
  });
}

/** Pays what is owed, and takes the mail as sent. */
async function settle(): Promise<void> {
  await call('create_payment', { client_id: client.id, amount: '20', method: 'Cash' }, { key: randomUUID() });
  await asOwner(database.ownerUrl, (db) =>
    db.query(`update document_mails set status = 'sent', ended_at = now() where status = 'queued'`),
  );
}

/** A contract as it would be after its bytes came. */
async function uploaded({ id }: Wire): Promise<Wire> {
  const sha256 = createHash('sha256').update(mark).digest('hex');
  await asOwner(database.ownerUrl, (db) =>
    db.query(
      `insert into file_contents (organization_id, sha256, content_type, size, offered_at, stored_at, text)
       values ($1, $2, 'application/pdf', 10, now(), now(), $3)`,
      [organization, sha256, `Contract with ${mark}`],
    ),
  );
  return call('create_other_document', {
    title: `Contract ${mark}`,
    sha256,
    name: `${mark}.pdf`,
    client_ids: [id],
  });
}

const client = await knownWell();
const erase = { as: owner };

test('while something is open it is refused and named (client_not_settled, from erase_client)', async () => {
  await assert.rejects(
    call('erase_client', { id: client.id }, erase),
    refused('client_not_settled', ({ open }) => {
      assert.deepEqual(open, [
        { what: 'mails', count: 1 },
        { what: 'sales', count: 1 },
      ]);
    }),
  );
  await settle();
  while ((await sealEntries(world.runtime, organization)) > 0);
});

test('a dry run says what would go and what stays, until when and why, and nothing is gone', async () => {
  const before = await whereIs(mark);
  const { removed, kept, retention } = await call('erase_client', { id: client.id }, { ...erase, dryRun: true });
  assert.deepEqual(await whereIs(mark), before);
  assert.deepEqual(
    removed.map(({ what, count }: Wire) => [what, count > 0]),
    [
      ['record', true],
      ['mails', true],
      ['uploads', true],
      ['log_lines', true],
    ],
  );
  assert.deepEqual([retention.country, retention.years], ['DE', 8]);
  const until = `${new Date().getUTCFullYear() + 8}-12-31`;
  assert.deepEqual(
    kept.map((part: Wire) => [part.what, part.count, part.until === until]),
    [
      ['documents', 1, true],
      ['payments', 1, true],
      ['sales', 1, true],
      ['ledger', null, false],
      ['log_of_deleted_drafts', null, false],
      ['recent_answers', null, false],
    ],
  );
  assert.ok(kept.every(({ reason }: Wire) => reason.length > 20));
});

/** Tables of the records that are kept. */
const tablesOf: Readonly<Record<string, string>> = {
  documents: 'documents',
  payments: 'payments',
  sales: 'sales',
  ledger: 'journal_entries',
  log_of_deleted_drafts: 'audit_log',
  recent_answers: 'idempotency_keys',
};

test('once erased, what was known is nowhere in the database but where the answer says', async () => {
  const other = await call('create_client', {
    type: 'individual',
    display_name: 'Somebody Else',
    email: 'e@example.com',
  });
  world.emitted();
  const before = Object.keys(await whereIs(mark));
  assert.deepEqual(
    [
      'approvals',
      'call_events',
      'clients',
      'document_mails',
      'document_shares',
      'file_contents',
      'import_files',
      'other_documents',
    ].filter((name) => !before.includes(name)),
    [],
    'control: it is there before',
  );
  const { kept } = await call('erase_client', { id: client.id }, erase);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['client.erased'],
  );
  const said = kept.map(({ what }: Wire) => tablesOf[what]);
  for (const text of [mark, '600 700', '600700']) {
    const found = Object.keys(await whereIs(text));
    assert.deepEqual(
      found.filter((name) => !said.includes(name)),
      [],
      text,
    );
  }
  const told = await asOwner(database.ownerUrl, (db) =>
    db.query<{ action: string }>(`select distinct action from audit_log as a where lower(a::text) like '%${mark}%'`),
  );
  assert.ok(told.rows.every(({ action }) => action === 'create_document' || action === 'delete_document'));
  assert.deepEqual(await call('get_client', { id: other.id }), other, 'nobody else is touched');
});

test('the log verifies afterwards, and what is altered beside the erasure is still found', async () => {
  const verdict = () => checkAuditLog({ ...world.runtime, organization });
  assert.deepEqual([(await verdict()).ok, (await verdict()).found], [true, []]);
  const spoil = (query: string) =>
    asOwner(database.ownerUrl, async (db) => {
      await db.query(`set session_replication_role = replica`);
      await db.query(query);
    });
  const line = `(select audit_id from audit_redactions order by audit_id limit 1)`;
  await spoil(`update audit_log set input = input || '{"planted": 1}' where id = ${line}`);
  assert.equal((await verdict()).wrong, 1, 'a line that said less is made to say more');
  await spoil(`update audit_log set input = input - 'planted' where id = ${line}`);
  assert.equal((await verdict()).wrong, 0);
  await spoil(`update audit_redactions set mark = sha256(mark) where audit_id = ${line}`);
  assert.equal((await verdict()).wrong, 1, 'nobody else can say that something was erased');
});

test('no line of the log is changed without saying so', async () => {
  await assert.rejects(
    world.db.transaction({ organization }, (tx) =>
      tx.run(catalogued(`update audit_log set input = '{}' where organization_id = $1`, [organization])),
    ),
    /append-only/,
  );
});

test('an erased client stays as it is (invalid_state_transition, from erase_client and update_client)', async () => {
  const { id } = client;
  const left = await call('get_client', { id });
  assert.deepEqual(
    [left.display_name, left.status, left.email, left.contacts, left.notes_internal, left.tags],
    [`Erased client ${left.number}`, 'archived', null, [], null, []],
  );
  const isErased = refused('invalid_state_transition', ({ status }) => assert.equal(status, 'erased'));
  await assert.rejects(call('erase_client', { id }, erase), isErased);
  await assert.rejects(call('update_client', { id, email: 'again@example.com' }), isErased);
  await assert.rejects(call('restore_client', { id }), isErased);
});

test('who may not erase learns nothing of it, nor does another organisation', async () => {
  const { id } = await person();
  await assert.rejects(
    call('erase_client', { id }, { as: withPermissions(ana, ['clients:manage']) }),
    refused('forbidden'),
  );
  await assert.rejects(call('erase_client', { id }, { as: rival }), refused('not_found'));
});

/** Treatment by an erasure of every table whose rows name a client. */
const treated: Readonly<Record<string, string>> = {
  'It is emptied or removed.': `
    client_merges client_tax_ids clients other_document_links supplier_bank_accounts`,
  'Books rest on it: kept as the answer says.': `
    accruals assets documents expense_lines expenses payments refunds revaluation_items sales supplier_payments`,
  'Figures, choices and keys, which say nothing of a person that is not known any more.': `
    call_events client_currency_months client_flows client_months client_reminders client_templates journal_lines
    late_fees products`,
  'Words of the ledger, which is only ever added to.': `
    manual_entry_lines`,
  'Says why nobody was sent it, in words of the service.': `
    reminders`,
  'Names another kind of client: a program.': `
    mcp_tokens sso_providers`,
};

test('of every table that names a client it is said what an erasure does with it', async () => {
  const [keys, tables] = await world.db.transaction({ readOnly: true }, (tx) =>
    Promise.all([references(tx), tenantTables(tx)]),
  );
  const naming = new Set([
    ...keys.filter(({ target }) => target === 'clients').map(({ table }) => table),
    ...tables.flatMap(({ name, columns }) =>
      columns.some((column) => /^(client|supplier)_id$/.test(column.name)) ? name : [],
    ),
  ]);
  const said = Object.values(treated).flatMap((names) => names.trim().split(/\s+/));
  assert.deepEqual(said.toSorted(), [...naming].toSorted());
});

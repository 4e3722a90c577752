/** A member who sees only some records never learns of the others, whichever operation they try. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { typeIdFrom } from '../../src/wire/type-id.ts';
import { dose, isComplete } from '../support/dose.ts';
import { idFields, type IdField, withValue } from '../support/id-fields.ts';
import { masked } from '../support/masked.ts';
import { asDryRun, restRequest } from '../support/rest-request.ts';
import type { HttpAnswer } from '../support/running-service.ts';
import { type Sample, sampleOf } from '../support/samples.ts';
import { deskIn, type ScopedFixture, isWithheld } from '../support/scoped-fixture.ts';
import { startShop } from '../support/shop-service.ts';
import { operationNamed } from '../support/world.ts';

const { service, shop } = await startShop();
const colleague = await deskIn(shop, 'Obsidian', 'all');
const desks = [await deskIn(shop, 'Quarzit', 'own'), await deskIn(shop, 'Turmalin', 'assigned')];

await referToHidden();

/** Their sample takes back what a narrow scope does not write; what they call is held to the scope by itself. */
const takesBack = /^undo_mcp_/;

const open = dose(
  catalogue.filter(
    (operation) => operation.permission !== 'public' && !isWithheld(operation) && !takesBack.test(operation.name),
  ),
);

/** Rightful refusals of a narrow scope, by the subject of the sample. */
const refusedWell: Readonly<Record<string, string>> = {
  get_saved_filter: 'That of the sample is kept by somebody else for themselves.',
  get_notification: 'That of the sample was told to somebody else.',
  get_job: 'Jobs do not say whose records they work on.',
  invoice_expenses: 'Its expense was posted by somebody who sees all, and is theirs.',
  merge_product: 'It moves the sales of everybody.',
  undo_product_merge: 'It moves the sales of everybody.',
  promote_practice: 'Its sample practises a group of clients, which is for whoever sees all of them.',
};

/** Operations that end or change the caller's own session or account, and show no records. */
const personal = new RegExp(
  '^(logout(_all)?|change_password|update_(me|preferences)|\\w+_totp|\\w+_provider_proof|prove_\\w+|\\w+_passkey' +
    '|revoke_session|(switch|join|leave)_organization)$',
);

type Probe = IdField & { readonly operation: Operation; readonly name: string };

const probes: Probe[] = open.flatMap((operation) =>
  idFields(operation)
    .filter(({ prefix }) => colleague.hidden.has(prefix))
    .map((field) => ({ ...field, operation, name: `${operation.name} ${field.path.join('/')}` })),
);

/** Further input for ids that the sample cannot have, since it makes another kind of the same record. */
const fitting: Readonly<Record<string, object>> = {
  'create_document payment_id': { type: 'receipt', client_id: undefined, lines: undefined, issue: undefined },
  'create_document deposit_for_id': {
    type: 'deposit_invoice',
    client_id: undefined,
    lines: undefined,
    deposit_percent: '30',
  },
  'create_other_document file_id': { sha256: undefined },
  'create_document corrects_document_id': { type: 'debit_note', client_id: undefined },
};

/** Samples that nothing was done with yet, by who makes them. */
const unspent = new Map<ScopedFixture, Map<Operation, Sample>>();

async function samplesAt(fixture: ScopedFixture): Promise<Map<Operation, Sample>> {
  const samples = unspent.get(fixture) ?? new Map<Operation, Sample>();
  unspent.set(fixture, samples);
  for (const operation of open) {
    if (!samples.has(operation)) samples.set(operation, await sampleOf(fixture, operation));
  }
  return samples;
}

/** One that was previewed is as good as new; reading uses none up. */
async function sampleAt(fixture: ScopedFixture, operation: Operation): Promise<Sample> {
  const sample = unspent.get(fixture)?.get(operation);
  unspent.get(fixture)?.delete(operation);
  return sample === undefined || operation.previewable === false ? sampleOf(fixture, operation) : sample;
}

function ask(fixture: ScopedFixture, { operation, ...field }: Probe, id: string, sample: Sample): Promise<HttpAnswer> {
  const around = { ...sample.input, ...fitting[field.name] };
  const input = withValue(operation, around, { path: field.path, value: id });
  const request = restRequest(operation, input);
  const previews = operation.effect !== 'read' && operation.previewable !== false;
  return service.send({ ...(previews ? asDryRun(request) : request), token: fixture.who.token });
}

function withoutAddress({ status, text }: HttpAnswer, id: string): string {
  return `${status} ${masked(text.replaceAll(id, '*'))}`;
}

/** Probes of a desk with an id of a colleague that are answered otherwise than with one that nobody has. */
async function toldApart(fixture: ScopedFixture, among: readonly Probe[]): Promise<string[]> {
  const samples = await samplesAt(fixture);
  const found: string[] = [];
  for (const probe of among) {
    const sample = samples.get(probe.operation);
    const [hidden, ghost] = [colleague.ids[probe.prefix], typeIdFrom(probe.prefix, randomUUID())];
    assert.ok(sample !== undefined && hidden !== undefined, probe.name);
    const answer = await ask(fixture, probe, hidden, sample);
    const expected = await ask(fixture, probe, ghost, sample);
    const isSame = withoutAddress(answer, hidden) === withoutAddress(expected, ghost);
    if (!isSame || answer.text.includes(colleague.mark)) found.push(`${probe.name}: ${answer.text} / ${expected.text}`);
  }
  return found;
}

/** Answers to samples of a desk that show something of a colleague, or refuse what the desk may do. */
async function shown(fixture: ScopedFixture, among = open): Promise<{ leaks: string[]; refused: string[] }> {
  const [leaks, refused]: [string[], string[]] = [[], []];
  const ids = [...colleague.hidden].map((prefix) => colleague.ids[prefix] ?? '');
  for (const operation of among.filter(({ name }) => !personal.test(name))) {
    const { input } = await sampleAt(fixture, operation);
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await service.send({ ...restRequest(operation, input), token: fixture.who.token, headers });
    if (answer.status >= 300 && !(operation.name in refusedWell)) refused.push(`${operation.name}: ${answer.text}`);
    if (answer.text.includes(colleague.mark)) leaks.push(`${operation.name}: ${answer.text}`);
    for (const id of ids) if (answer.text.includes(id)) leaks.push(`${operation.name}: ${id}`);
  }
  return { leaks, refused };
}

/**
 * Has all that a desk may see and that may refer to a client refer to one of the colleague's: goods are everybody's, a
 * client may be below another, and an expense stays with whoever made it.
 */
async function referToHidden(): Promise<void> {
  const hidden = colleague.ids['client'];
  for (const fixture of desks) {
    await shop.call('update_client', { id: fixture.ids['client'], parent_id: hidden });
    await shop.call('update_product', { id: fixture.ids['prod'], supplier_id: hidden });
    const drafted = await fixture.call('create_expense', {
      payee_name: fixture.fresh('payee'),
      lines: [{ category_id: fixture.ids['xcat'], amount: '5.00' }],
    });
    const [{ category_id, amount }] = drafted.lines;
    const lines = [{ category_id, amount, billable: true, client_id: hidden }];
    await shop.call('update_expense', { id: drafted.id, lines });
    const [line] = (await fixture.call('get_expense', { id: drafted.id })).lines;
    assert.deepEqual([line.billable, line.client_id], [true, null]);
  }
}

for (const fixture of desks) {
  test(`with scope ${fixture.scope} a colleague's record answers exactly as one that nobody has`, async () => {
    assert.ok(probes.length > (isComplete ? 100 : 5), String(probes.length));
    assert.deepEqual(await toldApart(fixture, probes), []);
  });

  test(`with scope ${fixture.scope} no answer shows anything of a colleague, and everything open works`, async () => {
    assert.deepEqual(await shown(fixture), { leaks: [], refused: [] });
  });

  test(`with scope ${fixture.scope} a search for what is a colleague's finds nothing`, async () => {
    const lists = open.filter(
      ({ http, input }) => /^GET [^{]*$/.test(http) && 'shape' in input && 'q' in (input.shape as object),
    );
    let found = 0;
    for (const operation of lists) {
      const isList = operation.name.startsWith('list_');
      const input = { q: colleague.mark, ...(isList ? { include: ['total_count'] } : {}) };
      const request = restRequest(operation, input);
      const { body } = await service.send({ ...request, token: fixture.who.token });
      assert.deepEqual([body.data ?? body.results, body.total_count ?? 0], [[], 0], operation.name);
      const { body: theirs } = await service.send({ ...request, token: colleague.who.token });
      found += (theirs.data ?? theirs.results).length;
    }
    assert.ok(found >= (isComplete ? 5 : 0), 'control: the colleague finds it');
  });

  test(`with scope ${fixture.scope} what is about all records is refused, and the answer says why`, async () => {
    for (const operation of dose(catalogue.filter(isWithheld))) {
      const headers = { 'idempotency-key': randomUUID() };
      const { status, body } = await service.send({ ...restRequest(operation, {}), token: fixture.who.token, headers });
      assert.deepEqual([status, body.code, body.needs], [403, 'forbidden', operation.permission], operation.name);
      // Only owners may erase: the role of this desk has nothing that could be withheld.
      if (operation.permission !== 'data:erase') assert.match(body.hint, /all records/, operation.name);
    }
  });

  test(`with scope ${fixture.scope} an AI client sees no more than its owner`, async () => {
    const token = await service.mcpToken(fixture.who);
    const own = await service.tool(token, 'list_clients', { q: fixture.mark });
    assert.ok(own.structuredContent.data.length > 0);
    const hidden = await service.tool(token, 'list_clients', { q: colleague.mark });
    assert.deepEqual(hidden.structuredContent.data, []);
    const id = colleague.ids['client'];
    const refused = await service.tool(token, 'get_client', { id });
    assert.equal(refused.structuredContent?.code ?? refused.isError, 'not_found', JSON.stringify(refused));
  });
}

test('control: without the rule of clients both laws are broken', async () => {
  const [fixture] = desks;
  assert.ok(fixture);
  const { rows } = await service.owner.query(`
    select pg_get_expr(polqual, polrelid) as rule from pg_policy
    where polname = 'scope' and polrelid = 'clients'::regclass`);
  await service.owner.query('alter policy scope on clients using (true)');
  try {
    const reading = probes.filter(({ operation }) => operation.effect === 'read');
    assert.ok((await toldApart(fixture, reading)).length > (isComplete ? 5 : 0));
    const { body } = await service.api(fixture.who.token, 'GET', '/clients?limit=100');
    assert.ok(JSON.stringify(body).includes(colleague.mark));
  } finally {
    await service.owner.query(`alter policy scope on clients using (${rows[0].rule})`);
  }
});

test('control: where ids of hidden clients are not looked for, answers of what refers to them hold them', async () => {
  const [fixture] = desks;
  assert.ok(fixture);
  const show = (is_hidden: string) =>
    service.owner.query(`create or replace function client_is_there(organization uuid, client uuid) returns boolean
      language sql stable parallel safe security definer set search_path = pg_catalog, public, pg_temp
      begin atomic select ${is_hidden}; end`);
  await show('false');
  try {
    const referring = ['get_product', 'get_client', 'list_expenses'].map(operationNamed);
    const { leaks } = await shown(fixture, referring);
    assert.deepEqual(
      leaks.map((leak) => leak.split(':')[0]),
      referring.map(({ name }) => name),
    );
  } finally {
    await show('exists (select from clients where organization_id = organization and id = client)');
  }
});

/** Tables of an organisation that have no rule, by the reason. */
const whole: Readonly<Record<string, string>> = {
  'The books, which a scope withholds.': `
    account_currencies account_days account_months accountant_links accounts accruals asset_depreciations assets
    book_checks budget_lines budgets cash_days dimension_months
    exchange_rates journal_entries journal_lines lock_exception_entries lock_exceptions manual_entries
    manual_entry_lines period_lock_changes period_locks revaluation_items revaluations
    sale_days schedule_parts schedules settled_days settled_debts`,
  'What banks say, which a scope withholds.': `
    bank_accounts bank_explanations bank_imports bank_lines bank_statement_lines bank_statements`,
  'The log and what is told of it, which a scope withholds.': `
    audit_heads audit_notices audit_redactions audit_seals audit_unsealed event_counters published_events
    unpublished_events webhook_attempts webhook_deliveries webhook_lanes webhooks`,
  'Read through the client or the document alone, whose rule comes first.': `
    call_events client_templates other_document_links`,
  'Scheduled reports, which a scope withholds.': `
    report_files report_links report_recipients report_runs scheduled_reports`,
  'Archives of everything, which a scope withholds.': `
    organization_exports`,
  'Imports, which a scope withholds.': `
    import_faults import_files imports`,
  'Goods, prices and what everybody works with.': `
    bundle_components category_tax_rates client_groups custom_field_rules custom_fields dimension_values dimensions
    document_template_versions document_templates
    expense_categories locations payment_methods price_list_prices price_lists product_categories
    product_other_categories product_tax_rates products reminder_policies stock_count_lines stock_counts
    stock_layer_changes stock_layers stock_levels stock_pools stock_transfer_lines stock_transfers tax_rates
    variants`,
  'Bytes by their hash, and how many there are.': `
    file_contents file_usage`,
  'Members, and what each of them has alone.': `
    api_key_days api_keys idempotency_keys invites mcp_readings mcp_token_days mcp_tokens mcp_undo_lines
    mcp_used_plans mcp_writes members oauth_secrets roles saved_filters sessions`,
  'How people sign in, which is looked at before it is known who does.': `
    sso_domain_claims sso_domains sso_links sso_providers`,
  'Programs that all members may connect.': `
    oauth_apps`,
  'How far AI clients are trusted in the whole organisation.': `
    mcp_settings`,
  'Counters: how many numbers there were is no secret.': `
    numbering_changes numbering_counters numbering_series`,
  'Of no tenant; operations show none of them to a narrow scope.': `
    jobs`,
};

test('whoever sees all is planned for as if there were no scopes', async () => {
  const planned = async (role: string) => {
    await service.owner.query(`set role ${role}`);
    const plans = await service.owner.query(
      'explain select count(*) from sales join sale_lines using (organization_id)',
    );
    await service.owner.query('reset role');
    return JSON.stringify(plans.rows);
  };
  assert.match(await planned('daybook_scoped'), /daybook\.scope/);
  assert.doesNotMatch(await planned('daybook_runtime'), /daybook\.(scope|author|member)/);
});

test('every table has a rule for narrow scopes, or a reason to have none', async () => {
  const { rows } = await service.owner.query<{ name: string }>(`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'organization_id'
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'scope') order by 1`);
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.values(whole)
      .flatMap((names) => names.trim().split(/\s+/))
      .toSorted(),
  );
});

test('the role of narrow scopes may do exactly what the role of the service may', async () => {
  const { rows } = await service.owner.query(`
    select relname, privilege_type from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace
      and grantee in ('daybook_runtime'::regrole, 'daybook_scoped'::regrole)
    group by 1, 2 having count(*) <> 2`);
  assert.deepEqual(rows, []);
});

/** Laws of every operation by its declaration alone.  What it does is tried in `test/laws/`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue, eventCatalogue, serviceCatalogue } from '../src/catalogue.ts';
import { shapeOf } from '../src/doors/rest.ts';
import { permissionOf } from '../src/modules/events/event-access.ts';
import { permissionNames } from '../src/modules/team/permissions.ts';
import type { Operation } from '../src/operation/operation.ts';
import { isSchema, type Schema, wireSchemaOf } from './support/id-fields.ts';
import { hasSample, samplesWithout } from './support/samples.ts';

function holds(promise: (operation: Operation) => boolean, among: readonly Operation[] = catalogue): void {
  assert.ok(among.length > 0);
  const broken = among.filter((operation) => !promise(operation));
  assert.deepEqual(
    broken.map(({ name }) => name),
    [],
  );
}

test('every operation has a sample by which the laws try it', () => {
  holds(hasSample);
});

test('no sample stays when its operation goes', () => {
  assert.deepEqual(samplesWithout(catalogue), []);
});

test('every operation is in the list of all, or in that of what only the service does', () => {
  const modules = new URL('../src/modules/', import.meta.url);
  const declared = globSync('**/*.ts', { cwd: modules })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(new URL(file, modules), 'utf8').matchAll(/= operation\(\{\s+name: '(\w+)'/g)])
    .map(([, name]) => name);
  const listed = [...catalogue, ...serviceCatalogue].map(({ name }) => name);
  assert.ok(declared.length > 300);
  assert.deepEqual(
    declared.filter((name) => name !== undefined && !listed.includes(name)),
    [],
  );
});

test('no two operations share a name or a route', () => {
  for (const key of ['name', 'http'] as const) {
    const all = catalogue.map((operation) => operation[key].replaceAll(/\{\w+\}/g, '{}'));
    assert.deepEqual(
      all.filter((one, index) => all.indexOf(one) !== index),
      [],
    );
  }
});

/** Names that are one verb, as everybody says them, or that have no object. */
const oneWord = new Set(['login', 'logout', 'refresh', 'register', 'search']);

test('every operation is named verb_noun and says in one sentence what it does', () => {
  holds(({ name }) => oneWord.has(name) || /^[a-z]+(_[a-z]+)+$/.test(name));
  holds(({ summary }) => /^[A-Z][^\n]*[.…]$/.test(summary) && summary.length <= 120);
  holds(({ summary, guidance = '' }) => summary.length + guidance.length <= 280);
  assert.deepEqual(
    [...oneWord].filter((name) => !catalogue.some((operation) => operation.name === name)),
    [],
  );
});

test('every permission that is asked for is one that a role can have', () => {
  const known: ReadonlySet<string> = new Set(['public', 'signed_in', ...permissionNames]);
  holds(({ permission }) => known.has(permission));
});

/** Reads that are sent by POST, and why. */
const postedReads: Readonly<Record<string, string>> = {
  calculate_sale: 'What it works out is a document of lines, too much for an address.',
  inspect_import: 'Its input is a file.',
  preview_bank_rule: 'Its input is a whole rule.',
  preview_document: 'As for the sale: its input is a whole document.',
  preview_template_changes: 'Its input is a whole template.',
  read_invite: 'An address is written into logs, and the token must not be.',
};

/** Affairs of a person that stay within the organisation which they are signed in to. */
const withinOrganization: readonly string[] = [
  'connect_app',
  'connect_mcp_client',
  'count_unread_notifications',
  'create_mcp_token',
  'create_saved_filter',
  'delete_saved_filter',
  'disconnect_app',
  'get_connected_app',
  'get_mcp_token',
  'get_me',
  'get_notification',
  'get_notification_preferences',
  'get_preferences',
  'leave_organization',
  'list_connected_apps',
  'list_mcp_tokens',
  'list_organizations',
  'list_sessions',
  'logout',
  'prove_with_provider',
  'read_all_notifications',
  'read_notification',
  'revoke_mcp_token',
  'revoke_session',
  'rotate_mcp_token',
  'start_provider_proof',
  'update_mcp_token',
  'update_me',
  'update_notification_preferences',
  'update_preferences',
  'update_saved_filter',
];

test('the account of a person is out of reach of a provider of one business, unless said', () => {
  const own = catalogue.filter(({ permission, mcp }) => permission === 'signed_in' && mcp === 'hidden');
  const reached = own.filter(({ beyondOrganization }) => beyondOrganization !== true);
  assert.deepEqual(reached.map(({ name }) => name).toSorted(), withinOrganization);
  assert.ok(own.length > reached.length + 10, 'control');
});

test('GET reads and only reads, DELETE destroys, and what reads has no say in keys or events', () => {
  holds(({ http, effect, name }) => http.startsWith('GET ') === (effect === 'read' && !(name in postedReads)));
  holds(({ http, effect }) => !http.startsWith('DELETE ') || effect === 'destructive');
  const reads = catalogue.filter(({ effect }) => effect === 'read');
  holds(({ keyRequired, emits = [] }) => keyRequired !== true && emits.length === 0, reads);
  assert.deepEqual(
    Object.keys(postedReads).filter((name) => !reads.some((one) => one.name === name)),
    [],
  );
});

test('what creates a record is a POST and says so, and what says that it is idempotent is not so by its method', () => {
  holds(({ http, creates }) => creates !== true || http.startsWith('POST '));
  holds(({ name, creates }) => !name.startsWith('create_') || creates === true);
  holds(({ http, idempotent }) => idempotent !== true || http.startsWith('POST '));
});

test('what answers with a record that a job goes on with says what ends it, and both it and the end take an id', () => {
  const named = new Map(catalogue.map((operation) => [operation.name, operation]));
  const endings = new Set(catalogue.flatMap(({ cancelledBy }) => cancelledBy ?? []));
  const posts = catalogue.filter(({ http, name }) => http.startsWith('POST ') && !endings.has(name));
  const working = posts.filter(({ output }) => {
    const states = statesOf(output);
    return states.includes('queued') && states.includes('running');
  });
  holds(({ cancelledBy }) => named.has(cancelledBy ?? ''), working);
  const takesId = (operation: Operation | undefined) =>
    operation !== undefined && Object.keys(shapeOf(operation)).join() === 'id';
  holds(
    ({ cancelledBy, output }) => {
      const ending = named.get(cancelledBy ?? '');
      const reader = catalogue.find((one) => /^GET \/[^{}]+\/\{id\}$/.test(one.http) && one.output === output);
      return ending?.output === output && takesId(ending) && takesId(reader);
    },
    catalogue.filter(({ cancelledBy }) => cancelledBy !== undefined),
  );
});

function statesOf(output: Operation['output']): unknown[] {
  const { properties } = wireSchemaOf(output) as { readonly properties?: Readonly<Record<string, Schema>> };
  return [properties?.['state'], properties?.['status']].flatMap((field) => field?.['enum'] ?? []);
}

test('an operation that names a record may not find it, and one that takes a version may find another', () => {
  const says = ({ refuses = [] }: Operation, code: string) => refuses.some((refusal) => refusal.code === code);
  holds(
    (operation) => says(operation, 'not_found'),
    catalogue.filter(({ http }) => http.includes('{id}')),
  );
  holds((operation) => !('version' in shapeOf(operation)) || says(operation, 'version_conflict'));
  holds((operation) => 'version' in shapeOf(operation) || !says(operation, 'version_conflict'));
  holds(({ refuses = [] }) => new Set(refuses).size === refuses.length);
});

/** Texts that are whole files, within a limit of their own. */
const files: Readonly<Record<string, string>> = {
  'import_bank_statement/content': 'The file of a bank.',
  'import_bank_statement/content_base64': 'The same file, as its bytes.',
  'create_document_template/source': 'A template in Typst.',
  'update_document_template/source': 'A template in Typst.',
  'preview_template_changes/source': 'A template in Typst.',
  'create_import/content': 'The rows that are brought in.',
  'create_import/heads': 'The sales that the rows belong to.',
  'create_import/content_base64': 'The same rows, as the bytes of the file.',
  'create_import/heads_base64': 'The same sales, as the bytes of the file.',
  'inspect_import/content': 'As for the import.',
  'inspect_import/heads': 'As for the import.',
  'inspect_import/content_base64': 'As for the import.',
  'inspect_import/heads_base64': 'As for the import.',
};

/** Free-form data of programs, within a limit of its own. */
const anything: Readonly<Record<string, string>> = {
  'update_preferences/preferences/*': 'Whatever a screen wants to remember, 16 KB in all.',
  'login_with_passkey/credential/clientExtensionResults/*': 'What a browser says of extensions, which nobody reads.',
  'prove_with_passkey/credential/clientExtensionResults/*': 'The same.',
  'create_passkey/credential/clientExtensionResults/*': 'The same.',
  'accept_invite_with_passkey/credential/clientExtensionResults/*': 'The same.',
  'run_steps/steps/*/arguments/*': 'The input of whichever action the step is, which holds it to its own.',
};

/** Loose parts of an input schema, by their place. */
function loose(schema: Schema, at: string): string[] {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return (choices as Schema[]).flatMap((choice) => loose(choice, at));
  if ('const' in schema || 'enum' in schema) return [];
  const types = [schema['type']].flat();
  if (types.includes('object')) return looseObject(schema, at);
  if (types.includes('array')) {
    const unbounded = Number(schema['maxItems']) <= 1_000 ? [] : [`${at} is a list without a limit`];
    return [
      ...unbounded,
      ...(isSchema(schema['items']) ? loose(schema['items'], `${at}/*`) : [`${at} holds anything`]),
    ];
  }
  if (types.includes('string')) {
    const { pattern } = schema;
    // A pattern without repetition bounds the length by itself.
    const bounded = Number(schema['maxLength']) <= 10_000 || (typeof pattern === 'string' && !/[*+]|,\}/.test(pattern));
    return bounded ? [] : [`${at} is a text without a limit`];
  }
  if (types.includes('integer')) return 'minimum' in schema && 'maximum' in schema ? [] : [`${at} has no bounds`];
  return types.includes('boolean') || types.includes('null') ? [] : [`${at} takes ${String(types[0])}`];
}

function looseObject(schema: Schema, at: string): string[] {
  const others = schema['additionalProperties'];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return [
    ...(others === false || isSchema(others) ? [] : [`${at} takes fields that nobody knows`]),
    ...(isSchema(others) ? loose(others, `${at}/*`) : []),
    ...(isSchema(schema['propertyNames']) ? loose(schema['propertyNames'], `${at} keys`) : []),
    ...properties.flatMap(([name, inner]) => loose(inner, `${at}/${name}`)),
  ];
}

test('every input says its whole shape: no field beside those named, no text, list or number without a limit', () => {
  const found = catalogue.flatMap((operation) => loose(wireSchemaOf(operation.input), operation.name));
  const known = [
    ...Object.keys(anything).map((place) => `${place} takes undefined`),
    ...Object.keys(files).map((place) => `${place} is a text without a limit`),
  ];
  assert.deepEqual(found.toSorted(), known.toSorted());
});

test('control: an input that takes anything would be noticed', () => {
  assert.deepEqual(loose({ type: 'object', properties: { note: { type: 'string' } } }, 'x'), [
    'x takes fields that nobody knows',
    'x/note is a text without a limit',
  ]);
  assert.deepEqual(loose({ type: 'array', items: {} }, 'x'), ['x is a list without a limit', 'x/* takes undefined']);
});

test('every field that is answered is documented with its type', () => {
  const untyped = catalogue.flatMap((operation) => undocumented(wireSchemaOf(operation.output), operation.name));
  assert.deepEqual(untyped, Object.keys(anyShape));
});

/** Answers whose shape is told elsewhere. */
const anyShape: Readonly<Record<string, string>> = {
  'get_preferences/preferences/*': 'Whatever programs keep for the person.',
  'update_preferences/preferences/*': 'The same.',
  'get_client_timeline/data/*/changes/*/before': 'The value of whichever field changed.',
  'get_client_timeline/data/*/changes/*/after': 'The value of whichever field changed.',
  'get_report/report/*': 'The answer of whichever report was asked for, told by that one.',
  'list_events/data/*/data/*': 'The facts of whichever event it is; /api/event-types has the schema of each.',
  'get_event/data/*': 'The same.',
  'list_event_types/data/*/schema/*': 'JSON Schema.',
  'list_event_types/data/*/sample/*': 'What fits that schema.',
  'list_mcp_activity/data/*/arguments/*': 'The input of whichever action was called.',
  'list_mcp_activity/data/*/before': 'The record that the action changed.',
  'list_mcp_activity/data/*/after': 'The answer of whichever action was called.',
  'run_steps/steps/*/warnings/*': 'A warning of whichever action the step is.',
  'undo_mcp_write/steps/*/result/*': 'The answer of whichever action took it back.',
  'undo_mcp_conversation/undone/*/steps/*/result/*': 'The answer of whichever action took it back.',
  'list_approvals/data/*/arguments/*': 'The input of whichever action was asked for.',
  'list_approvals/data/*/preview/result/*': 'What whichever action would answer.',
  'list_approvals/data/*/result/*': 'What whichever action answered.',
  'list_approvals/data/*/problem/*': 'What whichever action refused.',
  'get_approval/arguments/*': 'The input of whichever action was asked for.',
  'get_approval/preview/result/*': 'What whichever action would answer.',
  'get_approval/result/*': 'What whichever action answered.',
  'get_approval/problem/*': 'What whichever action refused.',
  'approve_write/arguments/*': 'The input of whichever action was asked for.',
  'approve_write/preview/result/*': 'What whichever action would answer.',
  'approve_write/result/*': 'What whichever action answered.',
  'approve_write/problem/*': 'What whichever action refused.',
  'reject_write/arguments/*': 'The input of whichever action was asked for.',
  'reject_write/preview/result/*': 'What whichever action would answer.',
  'reject_write/result/*': 'What whichever action answered.',
  'reject_write/problem/*': 'What whichever action refused.',
  'get_practice/steps/*/arguments/*': 'The input of whichever action was called.',
  'promote_practice/steps/*/warnings/*': 'Warnings of whichever action the step calls.',
  'get_audit_entry/input': 'The input of whichever operation was called.',
  'get_audit_entry/before': 'The record that the operation changed.',
  'get_audit_entry/after': 'The answer of whichever operation was called.',
  'get_audit_entry/changes/*/before': 'The value of whichever field changed.',
  'get_audit_entry/changes/*/after': 'The value of whichever field changed.',
  'get_record_timeline/data/*/changes/*/before': 'The value of whichever field changed.',
  'get_record_timeline/data/*/changes/*/after': 'The value of whichever field changed.',
  'export_client/records/*/*/*': 'The columns of whichever record it is, as they are kept.',
};

function undocumented(schema: Schema, at: string): string[] {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return (choices as Schema[]).flatMap((choice) => undocumented(choice, at));
  if ('const' in schema || 'enum' in schema) return [];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const inner = [schema['items'], schema['additionalProperties']].filter(isSchema);
  return [
    ...(schema['type'] === undefined ? [at] : []),
    ...inner.flatMap((one) => undocumented(one, `${at}/*`)),
    ...properties.flatMap(([name, one]) => undocumented(one, `${at}/${name}`)),
  ];
}

test('every event says whose permission to read lets them see it', () => {
  const types = eventCatalogue.map(({ type }) => type);
  assert.deepEqual(
    types.filter((type) => !permissionNames.some((name) => name === permissionOf(type))),
    [],
  );
});

test('whom an event is told to by a permission are those with a permission that there is', () => {
  const needs = eventCatalogue.flatMap(({ notice }) => notice?.needs ?? []);
  assert.ok(needs.length > 1);
  assert.deepEqual(
    needs.filter((needed) => !permissionNames.some((name) => name === needed)),
    [],
  );
});

test('an address whose id is a dot or missing changes nothing', () => {
  const writes = catalogue.filter(({ effect }) => effect !== 'read');
  const reached = writes.flatMap(({ name, http }) => {
    const shortened = [...http.matchAll(/\/\{\w+\}/g)].map(([part]) => http.replace(part, ''));
    const others = writes.filter((other) => shortened.includes(other.http) && other.input.safeParse({}).success);
    return others.map((other) => `${name} becomes ${other.name}`);
  });
  assert.deepEqual(reached, []);
});

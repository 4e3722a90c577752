import assert from 'node:assert/strict';
import { test } from 'node:test';
import { masked } from '../../../test/support/masked.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { languagesWith, messagesOf } from '../../messages/index.ts';
import { prefixes, prefixOf } from '../../wire/index.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { readerOf } from './readers.ts';
import { hasWords, sentenceOn, wordsOn } from './words.ts';

const world = await createWorld();
const { call, ana, rival } = world;

const client = await call('create_client', { type: 'business', display_name: 'Vega' });
await call('update_client', { id: client.id, phone: '+49 30 1', tags: ['a', 'b'] });
await call('archive_client', { id: client.id });

test('the timeline of a record says who did what, and which fields changed from what to what, in words', async () => {
  const { data, has_more } = await call('get_record_timeline', { id: client.id });
  const [archived, changed, created] = data;
  assert.equal(has_more, false);
  assert.deepEqual(
    data.map(({ sentence }: Wire) => sentence),
    [`${ana.name} archived the client.`, `${ana.name} changed the client.`, `${ana.name} created the client.`],
  );
  const words = changed.changes.map((change: Wire) => change.words);
  assert.ok(words.includes('phone: nothing → +49 30 1') && words.includes('tags: nothing → a, b'), words.join());
  assert.ok(archived.changes.some(({ field }: Wire) => field === 'status'));
  assert.deepEqual(created.changes, []);
});

test('pages of a timeline follow each other, and only with their own cursor', async () => {
  const whole = (await call('get_record_timeline', { id: client.id })).data;
  const first = await call('get_record_timeline', { id: client.id, limit: 2 });
  const second = await call('get_record_timeline', { id: client.id, limit: 2, cursor: first.next_cursor });
  assert.deepEqual([...first.data, ...second.data], whole);
  const other = await call('create_client', { type: 'business', display_name: 'Other' });
  const wrong = call('get_record_timeline', { id: other.id, cursor: first.next_cursor });
  await assert.rejects(wrong, refused('invalid_cursor'));
});

test('a timeline is for who may read the record, and without costs for who may not see costs', async () => {
  const { variants } = await call('create_product', { name: 'Lamp', price: '20.00', standard_cost: '7.50' });
  const [{ id }] = variants;
  await call('update_variant', { id, standard_cost: '8.25', price: '21.00' });
  const reader = withPermissions(ana, ['products:read']);
  const seen = masked(JSON.stringify((await call('get_record_timeline', { id }, { as: reader })).data));
  assert.ok(seen.includes('21.00') && !seen.includes('8.25') && !seen.includes('7.5'), seen);
  const whole = JSON.stringify((await call('get_record_timeline', { id })).data);
  assert.ok(whole.includes('8.25') && whole.includes('7.5'), 'control');
  for (const as of [withPermissions(ana, ['clients:read']), rival]) {
    await assert.rejects(call('get_record_timeline', { id }, { as }), refused('not_found'));
  }
  await assert.rejects(call('get_record_timeline', { id: 'nothing' }), refused('not_found'));
});

test('whatever shows a record asks for the permission that its timeline asks for', () => {
  let looked = 0;
  for (const { name, http, input, permission, guidance } of catalogue) {
    if (!/^GET \/[a-z/-]+\/\{id\}$/.test(http) || !('shape' in input)) continue;
    const prefix = prefixOf((input.shape as Record<string, unknown>)['id']);
    if (prefix === undefined || permission === 'signed_in') continue;
    looked += 1;
    const asked = readerOf(typeIdFrom(prefix, '00000000-0000-7000-8000-000000000000'));
    const isKept = asked === 'audit:read' || asked === permission;
    assert.ok(isKept, `${name} asks for ${permission}, its timeline for ${asked} ${guidance ?? ''}`);
  }
  assert.ok(looked > 20);
  assert.equal(readerOf(`${prefixes.session}_x`), 'audit:read');
});

const said = (action: string, refusal: string | null = null, language = 'en') =>
  sentenceOn({ who: 'Bo', action, refused: refusal }, language);

test('a sentence is in the language that is asked for, and else in that of the organisation', async () => {
  const sentencesIn = async (language?: string, as = ana) => {
    const { data } = await call(
      'get_record_timeline',
      { id: client.id, ...(language === undefined ? {} : { language }) },
      { as },
    );
    return data.map(({ sentence, action }: Wire) => [action, sentence]);
  };
  const inGerman = [
    ['archive_client', `${ana.name} hat den Kunden archiviert.`],
    ['update_client', `${ana.name} hat den Kunden geändert.`],
    ['create_client', `${ana.name} hat den Kunden angelegt.`],
  ];
  assert.deepEqual(await sentencesIn('de-AT'), inGerman);
  const { organization } = ana;
  assert.ok(organization !== null && organization !== undefined);
  assert.deepEqual(await sentencesIn(undefined, { ...ana, organization: { ...organization, locale: 'de' } }), inGerman);
  assert.deepEqual((await sentencesIn('sv'))[0], ['archive_client', `${ana.name} archived the client.`]);
});

test('a name that looks like a place of a sentence stays as it is', () => {
  const who = '{what} {did} {who} $& $1';
  assert.equal(sentenceOn({ who, action: 'create_sale', refused: null }, 'fr'), `${who} a créé la vente.`);
});

test('a language says every write in its own words', () => {
  const writes = catalogue.filter(({ effect }) => effect !== 'read');
  for (const language of languagesWith('timeline').filter((one) => one !== 'en')) {
    const same = writes.filter(({ name }) => said(name) === said(name, null, language));
    assert.deepEqual(
      same.map(({ name }) => name),
      [],
      language,
    );
  }
  assert.deepEqual(languagesWith('timeline'), ['en', 'de', 'fr', 'es', 'nl']);
});

test('every write has words for what was done, and a refusal says what it refused', () => {
  const wordless = catalogue.filter(({ effect, name }) => effect !== 'read' && !hasWords(name));
  assert.deepEqual(
    wordless.map(({ name }) => name),
    [],
  );
  assert.ok(!hasWords('greet_client') && !hasWords('update_weather') && !hasWords('constructor_client'), 'control');
  assert.equal(said('login'), 'Bo signed in.');
  assert.equal(said('login', 'invalid_credentials'), 'Bo was refused at: login (invalid_credentials).');
  assert.equal(
    said('login', 'invalid_credentials', 'de'),
    `Bo wurde abgewiesen bei: anmelden (${messagesOf('de', 'console').refusals.invalid_credentials.slice(0, -1)}).`,
  );
  assert.equal(said('send_due_reminder', null, 'de'), 'Bo: die fällige Mahnung senden.', 'the service by itself');
  assert.equal(said('send_due_reminder'), 'Bo: send the reminder due.');
  assert.equal(said('create_mcp_token'), 'Bo created the MCP token.');
  assert.equal(said('greet_client'), 'Bo: greet client.', 'an operation of an earlier version');
  const lines = { field: 'due_lines', before: [{}], after: [{}, {}] };
  assert.equal(wordsOn(lines), 'due lines: 1 item → 2 items');
});

/** The pages where a client is allowed, in the language that the browser asks for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizeUrl,
  newVerifier,
  openVisitor,
  registerClient,
  signIn,
  startOauthService,
} from '../../../test/support/oauth.ts';
import { en, wordsAsked, type Messages } from '../signed-in/messages.ts';

const service = await startOauthService();
const ana = await service.register('Acme');
const app = await registerClient(service);
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'ar'];

const placesIn = (value: unknown): unknown =>
  typeof value === 'string'
    ? (value.match(/\{\w+\}/g) ?? []).toSorted()
    : Object.fromEntries(Object.entries(Object(value)).map(([key, inner]) => [key, placesIn(inner)]));

for (const language of languages) {
  test(`signing in, allowing and what cannot be are said in ${language}`, async () => {
    const words = wordsAsked(`${language}-XX, en;q=0.1`);
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    const visitor = openVisitor(service, { language });
    const asked = await visitor.get(authorizeUrl(service, app, { code_challenge: newVerifier().challenge }));
    assert.ok(asked.text.includes(`<html lang="${language}" dir="${direction}">`));
    assert.ok(asked.text.includes(words.signIn.title), words.signIn.title);
    const consent = await signIn(visitor, asked, ana);
    for (const said of [words.consent.allow, words.consent.unverified, words.terms.presets.standard.detail]) {
      assert.ok(consent.text.includes(said), said);
    }
    const failed = await visitor.get(`${service.url}/api/mcp/oauth/authorize?client_id=none`);
    assert.ok(failed.text.includes(words.errors.invalid_client), failed.text);
    assert.ok(failed.text.includes(`<html lang="${language}" dir="${direction}">`));
  });
}

test('what is filled in has its place in every language, and none is another under a new name', () => {
  const all = languages.map((language) => wordsAsked(language));
  for (const words of all) assert.deepEqual(placesIn(words), placesIn(en), words.language);
  for (const sentence of [
    ({ consent }: Messages) => consent.caution,
    ({ approvals }: Messages) => approvals.once,
    ({ notifications }: Messages) => notifications.choicesLead,
    ({ connect }: Messages) => connect.lead,
    ({ doctor }: Messages) => doctor.more,
  ]) {
    assert.equal(new Set(all.map(sentence)).size, languages.length);
  }
  assert.deepEqual(
    all.map(({ language }) => language),
    languages,
  );
  assert.equal(wordsAsked('xx, __proto__, constructor').language, 'en');
});

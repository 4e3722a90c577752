/** The pages for who is not signed in, as a browser shows them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab, type View } from '../../../test/support/browser.ts';
import { longTest } from '../../../test/support/dose.ts';
import { assertLegible } from '../../../test/support/legible.ts';
import { startOauthService } from '../../../test/support/oauth.ts';

const service = await startOauthService();
const paths = ['/login', '/register', '/forgot-password', '/reset-password'];
const views: readonly View[] = [
  { width: 390, height: 844 },
  { width: 320, height: 640, dark: true },
  { width: 1_440 },
  { width: 1_440, dark: true },
];

test('the pages are legible at every width, by day and by night, in both directions', longTest, async (t) => {
  const tab = await openTab(t, 'The pages for who is not signed in');
  if (tab === undefined) return;
  const asked = await tab.watch();
  for (const language of ['en', 'de', 'ar']) {
    for (const path of paths) {
      await tab.look({ width: 1_440, language });
      await tab.visit(`${service.url}${path}`);
      assert.match(await tab.read('document.documentElement.lang'), new RegExp(`^${language}`));
      await tab.read(`for (const part of document.querySelectorAll('details')) part.open = true`);
      for (const view of views) {
        await tab.look({ ...view, language });
        await assertLegible(tab.settled, `${language} ${path} ${JSON.stringify(view)}`);
      }
    }
  }
  assert.deepEqual(
    asked.filter((url) => !paths.some((path) => url.startsWith(`${service.url}${path}`))),
    [],
    'they ask for nothing but themselves',
  );
});

/** Templates of documents as owners change them on the console, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tab } from '../support/browser.ts';
import { field, fill, press, save } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { eventually } from '../support/embedded-service.ts';
import { violationsIn } from '../support/legible.ts';

const { shop, at, open } = await openConsole();
const { call } = shop;

test('a template keeps all that was not changed, and a wrong source is told of with its line', async (t) => {
  const tab = await open(t, 'The template');
  if (tab === undefined) return;
  const layout = { design: 'swiss', texts: { de: { note: 'Danke!' } }, labels: { de: { billedTo: 'Bauherr' } } };
  const template = await call('create_document_template', { name: 'House style', languages: ['de'], layout });
  await tab.visit(at(`/settings/templates/${template.id}`));
  await tab.comes(`${idle} && ${field('Accent colour')} !== undefined`);
  await fill(tab, 'Accent colour', '#0a7d33');
  await fill(tab, 'Footer', 'Thank you!');
  await save(tab);
  await eventually(async () => assert.equal((await call('get_document_template', { id: template.id })).version, 2));
  const { layout: kept } = await call('get_document_template', { id: template.id });
  assert.deepEqual(
    [kept.design, kept.colors, kept.texts, kept.labels],
    ['swiss', { accent: '#0a7d33' }, { de: { note: 'Danke!' }, '*': { footer: 'Thank you!' } }, layout.labels],
  );
  await fill(tab, 'Typst source', '#import "/base.typ": *\n#show: setup\n#nosuch');
  await save(tab);
  await tab.comes(shown('3:2 unknown variable: nosuch'));
  await fill(tab, 'Typst source', '#import "/base.typ": *\n#show: setup\nNothing else');
  await save(tab);
  await tab.comes(shown('The template prints 0 of 3 lines'));
});

test('words of the service are replaced in one language or in all', async (t) => {
  const tab = await open(t, 'The words of a template');
  if (tab === undefined) return;
  const layout = { labels: { de: { billedTo: 'Bauherr' } } };
  const template = await call('create_document_template', { name: 'Own words', layout });
  await tab.visit(at(`/settings/templates/${template.id}`));
  const row = (n: number) => `document.querySelector('[role=group][aria-label="Other words ${n}"]')`;
  const chosenIn = (n: number) =>
    `[...${row(n)}.querySelectorAll('select')].map((one) => one.selectedOptions[0]?.innerText.trim())`;
  await tab.comes(`${row(1)} !== null && ${chosenIn(1)}.join() === 'Deutsch,Billed to'`);
  await tab.read(`${row(1)}.parentElement.querySelector(':scope > button').click()`);
  await tab.comes(`${row(2)} !== null`);
  for (const [n, value] of ['*', 'title.invoice'].entries()) {
    await tab.read(`(() => { const box = ${row(2)}.querySelectorAll('select')[${n}]; box.value = '${value}';
      box.dispatchEvent(new Event('change', { bubbles: true })); })()`);
  }
  await tab.read(`${row(2)}.querySelector('input').focus()`);
  await tab.type('Bill');
  assert.deepEqual(await violationsIn(tab.settled), []);
  await save(tab);
  await eventually(async () => assert.equal((await call('get_document_template', { id: template.id })).version, 2));
  const { labels } = (await call('get_document_template', { id: template.id })).layout;
  assert.deepEqual(labels, { de: { billedTo: 'Bauherr' }, '*': { 'title.invoice': 'Bill' } });
});

const page = `document.querySelector('.live img')`;
/** The page stands, and is that of what is typed. */
const isSet = `document.querySelector('.live')?.dataset.old === 'false' && ${page}?.naturalWidth > 0`;

/** Waits for the page of what was just typed, which is another picture than the one before. */
async function turned(tab: Tab, before: string): Promise<string> {
  await tab.comes(`${isSet} && ${page}.src !== ${JSON.stringify(before)}`);
  return tab.read(`${page}.src`);
}

test('a template is seen as it is typed, with its colours checked where they are chosen', async (t) => {
  const tab = await open(t, 'The page of a template');
  if (tab === undefined) return;
  const template = await call('create_document_template', { name: 'Seen while typed', document_types: ['invoice'] });
  await tab.visit(at(`/settings/templates/${template.id}`));
  const first = await turned(tab, '');
  await choose(tab, 'Orientation', 'landscape');
  const landscape = await turned(tab, first);
  assert.ok(await tab.read(`${page}.naturalWidth > ${page}.naturalHeight`));
  await fill(tab, 'Margin at the left (mm)', '30');
  const moved = await turned(tab, landscape);
  await fill(tab, 'Secondary text', '#bbbbbb');
  const faint = await turned(tab, moved);
  await tab.comes(shown('Cannot be read, so it is not saved: a contrast of 1.9:1'));
  assert.deepEqual(await violationsIn(tab.settled), []);
  await save(tab);
  await tab.comes(`${field('Secondary text')}.ariaInvalid === 'true'`);
  await press(tab, 'Use #');
  await turned(tab, faint);
  assert.equal(await tab.read(`document.querySelector('.advice')`), null);
  assert.equal((await call('get_document_template', { id: template.id })).version, 1, 'looking keeps nothing');
  await save(tab);
  await eventually(async () => assert.equal((await call('get_document_template', { id: template.id })).version, 2));
  const { layout, warnings } = await call('get_document_template', { id: template.id });
  assert.deepEqual([layout.orientation, layout.margins, warnings], ['landscape', { left: 30 }, []]);
  assert.notEqual(layout.colors.muted, '#bbbbbb');
  await fill(tab, 'Typst source', '#import "/base.typ": *\n#show: setup\n#nosuch');
  await tab.comes(shown('3:2 unknown variable: nosuch'));
});

async function choose(tab: Tab, label: string, value: string): Promise<void> {
  await tab.read(`(() => { const box = ${field(label)}; box.value = ${JSON.stringify(value)};
    box.dispatchEvent(new Event('change', { bubbles: true })); })()`);
}

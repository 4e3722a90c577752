/** Templates of documents as owners change them on the console, in a real browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, fill, save } from '../support/console-hands.ts';
import { idle, openConsole, shown } from '../support/console.ts';
import { eventually } from '../support/embedded-service.ts';

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

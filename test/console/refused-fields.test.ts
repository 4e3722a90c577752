/** What the service refuses in a form is told at its field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { save } from '../support/console-hands.ts';
import { idle, openConsole } from '../support/console.ts';

const { at, open } = await openConsole();

/** Forms that are sent when whatever can be typed into was. */
const forms = [
  '/bank/rules/new',
  '/client-groups/new',
  '/clients/new',
  '/expenses/new',
  '/price-lists/new',
  '/products/new',
  '/recurring-expenses/new',
  '/scheduled-reports/new',
  '/webhooks/new',
  '/settings/business',
  '/settings/invoicing',
];

/** Keeps what the service refused last, where the test finds it. */
const listen = `
  const send = fetch;
  globalThis.fetch = async (...asked) => {
    const answer = await send(...asked);
    if (answer.status === 422) globalThis.refused = (await answer.clone().json()).errors;
    return answer;
  };`;

/** Types more than fits into all that takes text, and chooses where a choice must be made. */
const overfill = `(() => {
  const put = (field, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  for (const one of document.querySelectorAll('form.entry-form :is(input, textarea)')) {
    if (one.role === 'combobox' || ['checkbox', 'radio', 'file', 'date'].includes(one.type)) continue;
    put(one, /decimal|numeric/.test(one.inputMode) ? '9'.repeat(24) : 'x'.repeat(10_000));
  }
  for (const one of document.querySelectorAll('form.entry-form select')) {
    if (one.value === '' && one.options.length > 1) put(one, one.options[1].value);
  }
  document.querySelector('form.entry-form :is(input, textarea)').focus();
})()`;

/** Pointers that no field is marked for. */
const unmarked = `refused.map(({ pointer }) => pointer).filter((pointer) => {
  const place = pointer.slice(1).replaceAll('/', '.');
  return ![...document.querySelectorAll('[aria-invalid=true]')].some((one) => {
    const field = one.closest('[data-field]').dataset.field;
    const name = one.name === field ? '' : one.name;
    return place === field || (place.startsWith(field + '.') && (name === '' || place.endsWith('.' + name)));
  });
})`;

test('whatever a form is refused for is told at its fields', async (t) => {
  const tab = await open(t, 'Refused fields');
  if (tab === undefined) return;
  await tab.always(listen);
  for (const form of forms) {
    await tab.visit(at(form));
    await tab.comes(`${idle} && document.querySelector('form.entry-form :is(input, textarea)') !== null`);
    await tab.read(overfill);
    await save(tab);
    await tab.comes(`globalThis.refused !== undefined && document.querySelector('[aria-invalid=true]') !== null`);
    assert.deepEqual(await tab.read(unmarked), [], form);
    assert.ok((await tab.read('refused.length')) > 0, form);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { absent } from '../../../../test/evaluation/phrases/absent.ts';
import { everyday, mistyped, professional } from '../../../../test/evaluation/phrases/english.ts';
import { dutch, french, german, spanish } from '../../../../test/evaluation/phrases/other-languages.ts';
import { catalogue } from '../../../catalogue.ts';
import { actionOf } from '../action.ts';
import { openFinder } from './finder.ts';
import { phrasedActions } from './phrases/index.ts';

const actions = catalogue.flatMap((operation) => actionOf(operation) ?? []);
const names = new Set(actions.map(({ name }) => name));
const finder = openFinder(actions);
const found = (query: string, limit = 3): string[] =>
  finder
    .find(query, actions)
    .actions.slice(0, limit)
    .map(({ name }) => name);

type Asked = { readonly say: string; readonly meant: readonly string[] };

function askedIn(text: string): Asked[] {
  const lines = text.trim().split('\n');
  return lines.map((line) => {
    const [say = '', meant = ''] = line.trim().split(' > ');
    return { say, meant: meant.split(',').map((name) => name.trim()) };
  });
}

/** Every other line is looked at while the search is tuned; the rest only says how well it does with what is new. */
const halves = { tuned: 0, unseen: 1 } as const;

function shareFound(text: string, half: number): number {
  const asked = askedIn(text).filter((_, index) => index % 2 === half);
  const right = asked.filter(({ say, meant }) => {
    const { absent: none } = finder.find(say, actions);
    return none === undefined && found(say).some((name) => meant.includes(name));
  });
  return right.length / asked.length;
}

/** Of each way of speaking, the share of phrases for which the right action is among the first three. */
const sets = [
  { speaks: 'a model or a bookkeeper', text: professional, least: { tuned: 0.97, unseen: 0.92 } },
  { speaks: 'an owner', text: everyday, least: { tuned: 0.92, unseen: 0.88 } },
  { speaks: 'somebody in a hurry', text: mistyped, least: { tuned: 0.94, unseen: 0.94 } },
  { speaks: 'German', text: german, least: { tuned: 0.94, unseen: 0.94 } },
  { speaks: 'French', text: french, least: { tuned: 0.94, unseen: 0.94 } },
  { speaks: 'Spanish', text: spanish, least: { tuned: 0.94, unseen: 0.88 } },
  { speaks: 'Dutch', text: dutch, least: { tuned: 0.94, unseen: 0.94 } },
] as const;

test('moving in from another program is found in the languages of the service', () => {
  const asked = askedIn(`
    bring my books over from QuickBooks Online > create_import
    I have open invoices in my old program > create_import
    load the unpaid bills of my suppliers from a csv > create_import
    take over the trial balance of the old year > set_opening_balances, create_import
    offene Rechnungen aus der alten Software importieren > create_import
    Umzug von Lexware > create_import
    Saldenliste vom Steuerberater einlesen > create_import, set_opening_balances
    reprendre mes factures impayées de mon ancien logiciel > create_import
    importer la balance de l'ancien exercice > create_import, set_opening_balances
    traer las facturas pendientes del programa anterior > create_import, set_opening_balances
    importar facturas de proveedores desde un archivo > create_import
    openstaande facturen overzetten uit mijn oude pakket > create_import
    proefbalans van mijn boekhouder inlezen > create_import, set_opening_balances`);
  for (const { say, meant } of asked) {
    assert.ok(
      found(say).some((name) => meant.includes(name)),
      `${say}: ${found(say).join(', ')}`,
    );
  }
});

test('VAT returns are found in the languages of the service, and income tax is said to be absent', () => {
  const asked = askedIn(`
    submit the quarterly VAT return to the authorities > file_vat_return
    I need to do my VAT return > create_vat_return, file_vat_return
    USt-Voranmeldung abgeben > file_vat_return
    Umsatzsteuervoranmeldung für Oktober > create_vat_return, list_vat_returns, get_vat_return
    déclarer la TVA du mois > create_vat_return, file_vat_return
    presentar la declaración de IVA > file_vat_return, create_vat_return
    btw-aangifte > create_vat_return, file_vat_return, list_vat_returns
    the VAT we sent in was wrong > correct_vat_return
    we paid the VAT from the bank > pay_vat_return
    Zusammenfassende Meldung > get_ec_sales_list
    which invoices are in box 1 of the VAT return > list_vat_return_lines`);
  const missed = asked.filter(({ say, meant }) => !found(say).some((name) => meant.includes(name)));
  assert.deepEqual(missed, []);
  assert.equal(finder.find('file my income tax return', actions).absent, 'income tax');
});

for (const { speaks, text, least } of sets) {
  test(`the action that ${speaks} means is among the first three`, (t) => {
    for (const [half, index] of Object.entries(halves)) {
      const share = shareFound(text, index);
      t.diagnostic(`${half}: ${(100 * share).toFixed(0)} %`);
      assert.ok(share >= least[half as keyof typeof halves], `${half}: ${share}`);
    }
  });
}

test('what the service has not is said to be missing, and what it has is not', longTest, () => {
  const missing = absent.trim().split('\n');
  const said = missing.filter((say) => finder.find(say, actions).absent !== undefined);
  assert.ok(said.length / missing.length >= 0.9, missing.filter((say) => !said.includes(say)).join('; '));
  const there = sets.flatMap(({ text }) => askedIn(text));
  const wrongly = there.filter(({ say }) => finder.find(say, actions).absent !== undefined);
  assert.ok(wrongly.length / there.length <= 0.03, wrongly.map(({ say }) => say).join('; '));
  assert.ok(there.length > 400 && missing.length > 50, 'control');
});

test('phrases are asked and declared for actions that exist', () => {
  const meant = sets.flatMap(({ text }) => askedIn(text)).flatMap((asked) => asked.meant);
  assert.deepEqual(
    [...phrasedActions, ...meant].filter((name) => !names.has(name)),
    [],
  );
});

test('an action is found by its own name, and none by words that say nothing', longTest, () => {
  for (const { name } of actions) assert.ok(found(name.replaceAll('_', ' ')).includes(name), name);
  assert.equal(finder.find('the of it', actions).absent, 'that');
  assert.deepEqual(found('zyzzyva'), []);
});

test('names of things and people do not lead astray', () => {
  for (const [say, name] of [
    ['invoice Noordzee BV for the brochure', 'create_document'],
    ['has INV-2026-0042 been paid', 'get_document'],
    ['refund Rosa Lindqvist', 'refund_client'],
  ] as const) {
    assert.ok(found(say).includes(name), `${say}: ${found(say).join()}`);
  }
});

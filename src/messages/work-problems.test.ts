/** What the service says of work that failed and of its checks is said in the languages of the console. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusalTitles } from '../../scripts/refusal-titles.ts';
import '../catalogue.ts';
import { everyCheck } from '../modules/checks/every-check.ts';
import { refusals } from '../operation/errors.ts';
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

const languages = { de, es, fr, nl };
/** Where jobs and deliveries write down what went wrong. */
const files = globSync('src/{doors/{jobs,webhooks},net}/**/*.ts', { exclude: ['**/*.test.ts'] });
const cancelled = 'src/modules/jobs/cancel-job.ts';
/** Names of the sentences, and ways in which they are noted. */
const ways = [
  String.raw`const (?:mayNot\w*|not\w+|given\w*|neverEnded) =`,
  String.raw`(?:end|fail\w*|refuse)\((?:\w+,)?`,
  String.raw`Hopeless\(`,
  String.raw`Error\((?:'\w+', )?`,
  String.raw`said = .*:`,
  'error =',
];
const isNoted = new RegExp(String.raw`(?:${ways.join('|')})\s*$`);
const sentence = /'([A-Z][^'\n]*[.])'|`([A-Z][^`]*[.])`/g;

function sentencesIn(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(sentence)].flatMap(({ 1: plain, 2: template, index }) => {
    if (!isNoted.test(code.slice(Math.max(0, index - 120), index))) return [];
    let place = 0;
    return [(plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, () => `{${place++}}`)];
  });
}

const sentences = new Set([...files, cancelled].flatMap(sentencesIn));

for (const [language, { work_problems: texts, check_promises: promises }] of Object.entries(languages)) {
  test(`${language} says what went wrong with work, and nothing that the service does not say`, () => {
    assert.deepEqual(
      [...sentences].filter((one) => !Object.hasOwn(texts, one)),
      [],
    );
    const sources = [...files, cancelled].map((file) => readFileSync(file, 'utf8')).join('\n');
    const isThere = (text: string) => text.split(/\{\d\}/).every((part) => sources.includes(part));
    assert.deepEqual(
      Object.keys(texts).filter((one) => !isThere(one)),
      [],
    );
  });

  test(`${language} says what every check of the books looks at`, () => {
    const names = [...everyCheck.map(({ name }) => name), 'audit_log'];
    assert.deepEqual(Object.keys(promises).toSorted(), names.toSorted());
  });
}

test('the sentences and the titles of refusals are found in the sources', () => {
  assert.ok(sentences.size > 12, `${sentences.size} sentences`);
  assert.ok(sentences.has('It failed after several attempts.') && !sentences.has('It went well.'));
  const titles = refusalTitles('src');
  assert.deepEqual(
    refusals().filter(({ code, title }) => titles.get(code) !== title),
    [],
  );
  assert.ok(refusals().length > 200 && titles.size < 2 * refusals().length);
});

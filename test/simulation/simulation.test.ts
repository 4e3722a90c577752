/** Whole years of business, good days and bad ones, after which every figure agrees with every other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isComplete } from '../support/dose.ts';
import { createWorld } from '../support/world.ts';
import { judge } from './verdict.ts';
import { simulateYear } from './year.ts';

const given = process.env['DAYBOOK_SEED'];
const seeds = given !== undefined ? [Number(given)] : isComplete ? [1, 2, 3, 4] : [1];
const deeds = Number(process.env['DAYBOOK_DEEDS'] ?? (isComplete ? 500 : 200));

for (const seed of seeds) {
  test(`a year of ${deeds} deeds by seed ${seed} leaves books that nothing contradicts`, async (context) => {
    const world = await createWorld();
    const year = await simulateYear(world, seed, deeds);
    const ends = [...year.tally].map(([name, of]) => `${name}: ${[...of].map((one) => one.join(' ')).join(', ')}`);
    context.diagnostic(`DAYBOOK_SEED=${seed} DAYBOOK_DEEDS=${deeds}\n${ends.toSorted().join('\n')}`);
    await judge(context, year);
    const done = [...year.tally.values()].reduce((sum, of) => sum + (of.get('done') ?? 0), 0);
    assert.ok(done > deeds / 3, `control: only ${done} of ${deeds} deeds were done`);
  });
}

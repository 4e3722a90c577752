/**
 * Simulates years of business, one seed after the other, until one fails or all are done.
 * `npm run simulate -- 1 20 1500` plays the seeds from 1 to 20, each a year of 1,500 deeds.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const [first = 1, last = 5, deeds = 1_000] = process.argv.slice(2).map(Number);
const runner = join(import.meta.dirname, 'test.ts');
let failed = 0;
for (let seed = first; seed <= last; seed += 1) {
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [runner, 'test/simulation/simulation.test.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DAYBOOK_SEED: String(seed), DAYBOOK_DEEDS: String(deeds) },
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`seed ${seed}: ${deeds} deeds, ${status === 0 ? 'sound' : 'NOT SOUND'}, ${seconds} s`);
  if (status === 0) continue;
  failed += 1;
  console.log(stdout);
}
process.exitCode = failed === 0 ? 0 : 1;

/** Runs the checks of CI, two at a time, by their names in package.json. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const atOnce = 2;
/** Their output is read by the checks. */
const makers = ['sdk', 'reference'];
/** Those that take longest, first. */
const checks = ['conformance', 'lint', 'types', 'openapi:lint', 'dead-code', 'format:check', 'licenses'];

for (const steps of [makers, checks]) {
  const queue = steps.values();
  const worker = async () => {
    for (const step of queue) await run(step);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Its output comes whole, since another step runs beside it. */
async function run(step: string): Promise<void> {
  const child = spawn(`npm run --silent ${step} 2>&1`, { stdio: ['ignore', 'pipe', 'inherit'], shell: true });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  console.log(`\n— ${step}\n${output.trimEnd()}`);
  if (status === 0) return;
  console.error(`\n${step} failed; the same by hand: npm run ${step}`);
  process.exit(status ?? 1);
}

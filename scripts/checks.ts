/** What CI runs before the tests: each step by the name it has in package.json. */
import { spawnSync } from 'node:child_process';

const steps = [
  // What is made, first: others read it.
  'sdk',
  'reference',
  'format:check',
  'types',
  'lint',
  'dead-code',
  'openapi:lint',
  'licenses',
  'conformance',
];

for (const step of steps) {
  console.log(`\n— ${step}`);
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`\n${step} failed; the same by hand: npm run ${step}`);
    process.exit(status ?? 1);
  }
}

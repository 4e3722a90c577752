import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kill, temporaryFolder } from '../../../test/support/embedded-service.ts';
import { EmbeddedError } from './embedded-error.ts';
import { lockFolder } from './lock.ts';
import { inspectByPs, inspectProcess } from './processes.ts';

const contender = `
import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
process.stdin.once('data', () => {
  try {
    lockFolder(process.argv[1]);
    console.log('won');
  } catch (error) {
    console.log(error.name);
  }
});
console.log('waiting');
`;

test('of eight processes that find the lock of a dead one, exactly one gets the folder, each time', async (t) => {
  const { folder } = temporaryFolder(t);
  for (let round = 0; round < 5; round += 1) {
    const contenders = Array.from({ length: 8 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', contender, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    await Promise.all(contenders.map(({ stdout }) => once(stdout, 'data')));
    const answers = contenders.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim());
    for (const { stdin } of contenders) stdin.write('go\n');
    const outcome = (await Promise.all(answers)).toSorted();
    assert.deepEqual(outcome, [...Array<string>(7).fill('EmbeddedError'), 'won'], `round ${round}`);
    await Promise.all(contenders.map(kill));
  }
  assert.equal(readdirSync(folder).filter((name) => name.startsWith('lock.')).length, 1);
});

test('a lock is held against the same process too, until it is released', (t) => {
  const { folder } = temporaryFolder(t);
  const lock = lockFolder(folder);
  assert.throws(
    () => lockFolder(folder),
    new EmbeddedError(
      `Daybook is already running on ${folder} as process ${process.pid}. Stop that one first, or give this one ` +
        `another data folder.`,
    ),
  );
  lock.release();
  lockFolder(folder).release();
});

test('a lock whose process number now belongs to another program, or that cannot be read, does not count', (t) => {
  const { folder } = temporaryFolder(t);
  writeFileSync(join(folder, 'lock.7'), JSON.stringify({ pid: process.ppid, started: 'before the last boot 4711' }));
  lockFolder(folder).release();
  assert.deepEqual(readdirSync(folder), ['lock.8']);
  writeFileSync(join(folder, 'lock.9'), '');
  lockFolder(folder).release();
  assert.deepEqual(readdirSync(folder), ['lock.10']);
});

test('a start that came to nothing leaves the lock as it found it', (t) => {
  const { folder } = temporaryFolder(t);
  // A process of another container has a number that means nothing here.
  const elsewhere = { pid: process.ppid, started: 'in another container' };
  writeFileSync(join(folder, 'lock.1'), JSON.stringify(elsewhere));
  lockFolder(folder).giveBack();
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'lock.2'), 'utf8')), elsewhere);
});

test('a process is known by its start and command, and a zombie counts as gone', async (t) => {
  const facts = inspectProcess(process.pid);
  assert.ok(facts?.command.includes(process.argv[1] ?? ''));
  assert.equal(inspectProcess(process.pid)?.started, facts?.started);
  assert.notEqual(inspectProcess(process.ppid)?.started, facts?.started);
  if (process.platform !== 'linux') return;
  assert.equal(inspectByPs(process.pid)?.command.trim(), facts?.command.trim());
  assert.match(inspectByPs(process.pid)?.started ?? '', /^\w{3} \w{3} .* \d{4}$/);
  // The shell becomes `sleep`, which never collects the child it was born with.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => kill(parent));
  const zombie = Number(String((await once(parent.stdout, 'data'))[0]));
  while (!/\) Z /.test(readFileSync(`/proc/${zombie}/stat`, 'utf8'))) await new Promise(setImmediate);
  assert.equal(inspectProcess(zombie), undefined);
  assert.equal(inspectByPs(zombie), undefined);
});

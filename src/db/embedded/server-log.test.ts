import assert from 'node:assert/strict';
import { statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/embedded-service.ts';
import { keepServerLogSmall, openServerLog } from './server-log.ts';

test('the log is cut when it has grown, its last lines kept beside it, and whoever has it open writes on', (t) => {
  const { folder } = temporaryFolder(t);
  const file = join(folder, 'server.log');
  writeFileSync(file, 'line\n'.repeat(900_000));
  const { handle, close } = openServerLog(file, undefined);
  keepServerLogSmall(file)();
  writeSync(handle, 'the next line\n');
  close();
  assert.deepEqual([statSync(file).size, statSync(`${file}.1`).size], [14, 4_500_000]);
});

test('the reason for which the server ended is its last fatal line, of this life only', (t) => {
  const { folder } = temporaryFolder(t);
  const file = join(folder, 'server.log');
  writeFileSync(file, '2026-03-01 [7] FATAL:  an old story\n');
  const { handle, close, whyEnded } = openServerLog(file, undefined);
  assert.equal(whyEnded(), 'it gave no reason');
  writeSync(handle, '2026-03-02 [8] LOG:  starting\n2026-03-02 [8] FATAL:  no space\n');
  writeSync(handle, '2026-03-02 [9] daybook_owner FATAL:  in recovery mode\n2026-03-02 [8] LOG:  shut down\n');
  assert.equal(whyEnded(), 'no space');
  close();
});

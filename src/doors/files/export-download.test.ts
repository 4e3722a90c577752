import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/embedded-service.ts';
import { createPageFixture } from '../../../test/support/public-page.ts';
import { startService } from '../../../test/support/running-service.ts';

const service = await startService({ role: 'all' });
const { call, who, quoted } = await createPageFixture(service, 'Papers & Co');

test('a zip is downloaded by those who may read documents, and by nobody else', async () => {
  await quoted();
  const { id, job_id: job } = await call('POST', '/document-exports', { type: ['quote'] });
  await eventually(async () => assert.equal((await call('GET', `/jobs/${job}`)).state, 'done'));
  const { size, status } = await call('GET', `/document-exports/${id}`);
  assert.equal(status, 'completed');
  const download = (token: string) =>
    fetch(`${service.url}/api/document-exports/${id}/content`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await download(who.token);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename\*=UTF-8''documents-[\d-]+\.zip$/,
  );
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.deepEqual([bytes.length, bytes.subarray(0, 2).toString()], [size, 'PK']);
  assert.equal((await download((await service.register('Stranger')).token)).status, 404);
  assert.equal((await download('none')).status, 401);
  assert.equal((await download((await service.colleague(who, 'viewer')).token)).status, 200);
  await call('DELETE', `/document-exports/${id}`);
  assert.equal((await download(who.token)).status, 409);
});

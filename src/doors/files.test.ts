import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { startService } from '../../test/support/running-service.ts';

const service = await startService();
const { token } = await service.register('Files');

async function fetched(format: string): Promise<Response> {
  const url = `${service.url}/api/reports/profit-and-loss?period=this_month&format=${format}`;
  return fetch(url, { headers: { authorization: `Bearer ${token}` } });
}

test('a spreadsheet is sent as its bytes, with its type and its name', async () => {
  const answer = await fetched('xlsx');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename\*=UTF-8''profit-and-loss-.*\.xlsx$/,
  );
  assert.ok('xl/worksheets/sheet1.xml' in unzipSync(new Uint8Array(await answer.arrayBuffer())));
});

test('a table of text is sent as text', async () => {
  const answer = await fetched('csv');
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(await answer.text(), /^"section","code","account"/);
});

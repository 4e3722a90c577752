/** A wrong address is told what it was probably meant for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../test/support/running-service.ts';
import { calledElsewhere } from './nearest-routes.ts';

const service = await startService();

async function hintOf(method: string, path: string): Promise<string> {
  const { status, body } = await service.send({ method, path });
  assert.equal(status, 404, path);
  return String(body.hint);
}

test('slips, singulars and missing parts lead to the route that was meant', async () => {
  const id = 'bank_01m8k4j2syfr1bn9knsk0kqa0b';
  const cases: readonly (readonly [method: string, path: string, said: string])[] = [
    ['GET', '/api/client', 'The nearest: GET /api/clients. '],
    ['GET', '/api/cleints?limit=1', 'The nearest: GET /api/clients. '],
    ['POST', '/api/sale', 'The nearest: POST /api/sales. '],
    ['GET', '/api/invoices', 'The nearest: GET /api/documents?type=invoice. '],
    ['GET', '/api/customers', 'The nearest: GET /api/clients. '],
    ['POST', '/api/sales/sale_01m8k4j2syfr1bn9knsk0kqa0b/retrun', 'POST /api/sales/{id}/return'],
    ['POST', `/api/bank-accounts/${id}/match-line`, 'POST /api/bank-accounts/{id}/match-lines'],
  ];
  for (const [method, path, said] of cases) {
    const hint = await hintOf(method, path);
    assert.ok(hint.includes(said) && hint.endsWith('See GET /api/docs for all routes.'), `${path}: ${hint}`);
  }
});

test('what comes near nothing, or is none of the API, is told where all routes are', async () => {
  for (const path of ['/api/weather', '/nothing', '/api/', '/api/constructor', '/api/%2e%2e/clients']) {
    assert.equal(await hintOf('GET', path), 'See GET /api/docs for all routes.', path);
  }
});

test('what resources are called elsewhere leads to routes that there are', async () => {
  const anna = await service.register('Elsewhere');
  for (const [name, path] of Object.entries(calledElsewhere)) {
    const { status, text } = await service.send({ method: 'GET', path: `/api/${path}`, token: anna.token });
    assert.equal(status, 200, `${name}: ${text}`);
  }
});

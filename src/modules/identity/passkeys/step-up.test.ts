import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAuthenticator } from '../../../../test/support/authenticator.ts';
import { password, startService } from '../../../../test/support/running-service.ts';
import { codeNow } from '../../../../test/support/totp.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

const service = await startService({ publicUrl: 'https://books.example' });

test('a passkey stands for the second factor before what nobody takes back, and before passkeys change', async () => {
  const ada = await service.register('Ada');
  const ask = (method: string, path: string, body?: object) => service.api(ada.token, method, path, body);
  const device = newAuthenticator();
  const started = await ask('POST', '/auth/passkeys/start', { current_password: password });
  const credential = device.create(started.body.public_key);
  const { body: passkey } = await ask('POST', '/auth/passkeys', { name: 'Phone', credential });
  const { secret } = (await ask('POST', '/auth/totp', {})).body;
  await ask('POST', '/auth/totp/confirm', { totp_code: codeNow(secret) });
  await service.owner.query(`update sessions set created_at = created_at - interval '1 hour' where user_id = $1`, [
    uuidFrom('user', ada.user),
  ]);
  // Rights are looked up at most a second late.
  await new Promise((later) => setTimeout(later, 1_100));
  // start_passkey, remove_passkey and create_export, as REST knows them.
  const careful = [
    ['POST', '/auth/passkeys/start', { current_password: password }],
    ['DELETE', `/auth/passkeys/${passkey.id}`, undefined],
    ['POST', '/exports', {}],
  ] as const;
  for (const [method, path, body] of careful) {
    const answer = await ask(method, path, body);
    assert.deepEqual([answer.status, answer.body.code], [403, 'step_up_required'], path);
  }
  const { body: asked } = await ask('GET', '/auth/passkeys/prove');
  const unverified = device.get(asked.public_key, { verified: false });
  assert.equal((await ask('POST', '/auth/passkeys/prove', { credential: unverified })).body.code, 'passkey_refused');
  assert.equal((await ask('POST', '/exports', {})).body.code, 'step_up_required', 'which proves nothing');
  const { body: again } = await ask('GET', '/auth/passkeys/prove');
  const proved = await ask('POST', '/auth/passkeys/prove', { credential: device.get(again.public_key) });
  assert.ok(Date.parse(proved.body.proven_until) > Date.now());
  for (const [method, path, body] of careful.toReversed()) {
    const answer = await ask(method, path, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../db/sql.ts';
import { payloadOf } from '../../operation/jobs.ts';
import { longTest } from '../../../test/support/dose.ts';
import { asStranger, auditOf, password, register, signIn } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

const world = await createWorld();
const chosen = 'another good one';

type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Mails queued for an address, and their stored form, which must show nothing. */
async function mailsTo(address: string): Promise<{ mails: Mail[]; stored: string }> {
  const rows = await world.db.transaction({}, (db) =>
    db.many<{ id: string; payload: object }>(sql`select id, payload from jobs where kind = 'send_mail' order by id`),
  );
  // The payload is what forgot_password queued.
  const mails = rows.map((row) => payloadOf(world.runtime.secrets, row) as Mail);
  return { mails: mails.filter(({ to }) => to === address), stored: JSON.stringify(rows) };
}

async function tokenFor(email: string): Promise<string> {
  await asStranger(world, 'forgot_password', { email });
  const { mails } = await mailsTo(email);
  return /#token=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

test('after a change the new password opens, the old one does not, and other sessions are over', async () => {
  const ann = await register(world, 'Ann');
  const other = await signIn(world, ann);
  const answer = await world.call(
    'change_password',
    { current_password: password, new_password: chosen },
    { as: ann.actor },
  );
  assert.deepEqual(answer, { revoked_sessions: 1 });
  await assert.rejects(world.access.actorOf(other.access_token), refused('unauthenticated'));
  assert.ok(await world.access.actorOf(ann.tokens.access_token));
  await assert.rejects(signIn(world, ann), refused('invalid_credentials'));
  assert.ok(await signIn(world, { ...ann, password: chosen }));
});

test('a wrong current password changes nothing, and is audited without it', async () => {
  const bel = await register(world, 'Bel');
  const input = { current_password: 'not this one', new_password: chosen };
  await assert.rejects(world.call('change_password', input, { as: bel.actor }), refused('invalid_credentials'));
  assert.ok(await signIn(world, bel));
  const rows = await auditOf(world, bel.actor, 'change_password');
  assert.equal(rows.length, 1);
  assert.equal(rows[0].after.refused, 'invalid_credentials');
  assert.equal(JSON.stringify(rows).includes('not this one'), false);
});

test('a password that is short, huge, the address itself or one of many people is refused with its field', async () => {
  const cas = await register(world, 'Cas');
  for (const new_password of ['short', 'x'.repeat(129), cas.email, 'password1', 'Iloveyou1', 'qwertyuiop']) {
    const input = { current_password: password, new_password };
    await assert.rejects(
      world.call('change_password', input, { as: cas.actor }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/new_password')),
    );
  }
});

test('asking for a link answers the same whether there is an account or not, and mails only to one', async () => {
  const dor = await register(world, 'Dor');
  const answers = [
    await asStranger(world, 'forgot_password', { email: dor.email }),
    await asStranger(world, 'forgot_password', { email: 'nobody@example.com' }),
  ];
  assert.deepEqual(answers, [{ accepted: true }, { accepted: true }]);
  const { mails, stored } = await mailsTo(dor.email);
  assert.equal(mails.length, 1);
  assert.match(mails[0]?.text ?? '', /https:\/\/books\.example\/reset-password#token=[\w-]{43}/);
  assert.equal((await mailsTo('nobody@example.com')).mails.length, 0);
  assert.equal(stored.includes('token='), false, 'the queue shows no link');
  assert.equal((await auditOf(world, dor.actor, 'forgot_password')).length, 1);
});

test('the mail with the link speaks the language that its reader chose, else that of their organisation', async () => {
  const [fay, gil] = [await register(world, 'Fay'), await register(world, 'Gil')];
  await world.call('update_me', { locale: 'fr-CA' }, { as: fay.actor });
  await world.call('update_organization', { locale: 'ja' }, { as: gil.actor });
  for (const [{ email }, subject] of [
    [fay, 'Votre nouveau mot de passe'],
    [gil, '新しいパスワードの設定'],
  ] as const) {
    assert.ok(await tokenFor(email));
    const { mails } = await mailsTo(email);
    assert.equal(mails[0]?.subject, subject);
  }
});

test('a mailed link sets a new password once, ends every session, and the older links with it', async () => {
  const eno = await register(world, 'Eno');
  const [older, token] = [await tokenFor(eno.email), await tokenFor(eno.email)];
  const set = (input: object) => asStranger(world, 'reset_password', { new_password: chosen, ...input });
  assert.deepEqual(await set({ token }), { revoked_sessions: 1, passkeys_kept: 0 });
  await assert.rejects(world.access.actorOf(eno.tokens.access_token), refused('unauthenticated'));
  assert.ok(await signIn(world, { ...eno, password: chosen }));
  for (const used of [token, older, 'never-a-token']) {
    await assert.rejects(set({ token: used, new_password: 'a third good one' }), refused('invalid_reset_token'));
  }
  const text = JSON.stringify(await auditOf(world, eno.actor, 'reset_password'));
  assert.equal(text.includes(token) || text.includes(chosen), false);
});

test('of ten uses of one link at once, one sets the password', async () => {
  const fio = await register(world, 'Fio');
  const token = await tokenFor(fio.email);
  const uses = Array.from({ length: 10 }, (_, index) =>
    asStranger(world, 'reset_password', { token, new_password: `password number ${index}` }),
  );
  const settled = await Promise.allSettled(uses);
  const winner = settled.findIndex(({ status }) => status === 'fulfilled');
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.ok(await signIn(world, { ...fio, password: `password number ${winner}` }));
});

test('a link is over after an hour', async () => {
  world.setNow('2026-11-21T09:00:00.000Z');
  const gia = await register(world, 'Gia');
  const token = await tokenFor(gia.email);
  world.setNow('2026-11-21T10:00:00.000Z');
  await assert.rejects(
    asStranger(world, 'reset_password', { token, new_password: chosen }),
    refused('invalid_reset_token'),
  );
  world.setNow(undefined);
});

test('a password is stored as argon2id with its salt, and compared in full', async () => {
  const long = 'x'.repeat(127);
  const hash = await hashPassword(`${long}a`);
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(hash, await hashPassword(`${long}a`));
  assert.equal(await passwordMatches(`${long}a`, hash), true);
  assert.equal(await passwordMatches(`${long}b`, hash), false);
  assert.equal(await passwordMatches('anything', undefined), false);
  assert.equal(await passwordMatches('anything', 'none'), false);
});

test('hashing leaves the event loop free, and a flood is turned away instead of piling up', longTest, async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const work: Promise<Wire>[] = Array.from({ length: 260 }, () => hashPassword(password));
  const settled = await Promise.allSettled(work);
  clearInterval(timer);
  const turnedAway = settled.filter((outcome) => outcome.status === 'rejected');
  assert.equal(turnedAway.length, 58);
  assert.ok(turnedAway.every(({ reason }) => refused('unavailable')(reason)));
  assert.ok(ticks > 20, `${ticks} ticks`);
  assert.ok(await hashPassword(password), 'and then it goes on');
});

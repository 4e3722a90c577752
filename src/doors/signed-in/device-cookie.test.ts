import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { openDeviceCookie } from './device-cookie.ts';

const secrets = { cursors: Buffer.alloc(32, 1), sealing: Buffer.alloc(32, 2), audit: Buffer.alloc(32, 3) };
const now = () => '2026-11-28T09:00:00.000Z';
const open = (publicUrl = 'https://books.example.com') => openDeviceCookie({ secrets, publicUrl, now });
const sent = (line: string) => line.split(';', 1)[0] ?? '';

test('a browser remembers the last people who signed in on it, and each of them once', () => {
  const [cookie, people] = [open(), Array.from({ length: 10 }, () => randomUUID())];
  let header = '';
  for (const user of [...people, people[4] ?? '']) header = sent(cookie.with(header, user));
  assert.deepEqual(
    cookie.remembers(header).map(({ user }) => user),
    [people[4], ...[9, 8, 7, 6, 5, 3, 2].map((index) => people[index])],
  );
  assert.equal(cookie.remembers(header)[0]?.since, now());
});

test('no script and no other host reads it, it names nobody, and one that was made up remembers nobody', () => {
  const user = randomUUID();
  const line = open().with(undefined, user);
  assert.match(line, /^__Host-daybook-device=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  assert.equal(Buffer.from(sent(line).split('=')[1] ?? '', 'base64url').includes(user), false);
  assert.deepEqual(open().remembers(sent(line).replace(/.$/, '')), []);
  assert.deepEqual(open().remembers('__Host-daybook-device=made-up'), []);
});

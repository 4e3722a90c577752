import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPageCookie } from './page-cookie.ts';

const secrets = { cursors: Buffer.alloc(32, 1), sealing: Buffer.alloc(32, 2), audit: Buffer.alloc(32, 3) };
const minuteMs = 60_000;
const begin = Date.parse('2026-11-21T09:00:00Z');

function openAt(publicUrl = 'https://books.example.com') {
  let nowMs = begin;
  const cookie = openPageCookie({ secrets, publicUrl, now: () => new Date(nowMs).toISOString() });
  return { cookie, after: (minutes: number) => void (nowMs = begin + minutes * minuteMs) };
}

const sent = (line: string) => line.split(';', 1)[0] ?? '';

test('a sign-in ends half an hour after its last use', () => {
  const { cookie, after } = openAt();
  const header = sent(cookie.set('a token'));
  after(29);
  assert.equal(cookie.token(header), 'a token');
  const used = cookie.used(header);
  assert.ok(used);
  after(31);
  assert.equal(cookie.token(header), undefined);
  assert.equal(cookie.token(sent(used)), 'a token');
  after(60);
  assert.equal(cookie.token(sent(used)), undefined);
});

test('a sign-in ends after eight hours, however busy it is', () => {
  const { cookie, after } = openAt();
  let header = sent(cookie.set('a token'));
  for (let minute = 20; minute < 480; minute += 20) {
    after(minute);
    header = sent(cookie.used(header) ?? '');
    assert.equal(cookie.token(header), 'a token', `after ${minute} minutes`);
  }
  header = sent(cookie.moved(header, 'another token'));
  assert.equal(cookie.token(header), 'another token');
  after(480);
  assert.equal(cookie.token(header), undefined);
  assert.equal(cookie.used(header), undefined);
});

test('forms stay tied to a sign-in while it is used, and to no other', () => {
  const { cookie, after } = openAt();
  const header = sent(cookie.set('a token'));
  const tie = cookie.tie(header);
  after(10);
  assert.equal(cookie.tie(sent(cookie.used(header) ?? '')), tie);
  assert.notEqual(cookie.tie(sent(cookie.set('another token'))), tie);
  assert.equal(cookie.tie(undefined), '');
  assert.equal(cookie.tie('__Host-daybook=made-up'), '');
});

test('over HTTPS no other host and no plain connection can set it, and no script reads it', () => {
  const line = openAt().cookie.set('a token');
  assert.match(line, /^__Host-daybook=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  assert.equal(line.includes(Buffer.from('a token').toString('base64url')), false);
  const plain = openAt('http://127.0.0.1:4400').cookie.set('a token');
  assert.match(plain, /^daybook=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/);
});

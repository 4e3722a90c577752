import { createHmac, timingSafeEqual } from 'node:crypto';
import { subkey } from '../../operation/seal.ts';

/** For how long somebody may look at a page before they answer. */
const validMs = 24 * 60 * 60 * 1_000;

/** Keys that go out with the forms of a page and have to come back: none that another site made up is taken. */
export type FormKeys = {
  readonly made: (token: string, nowMs: number) => string;
  readonly fits: (token: string, key: string, nowMs: number) => boolean;
};

export function openFormKeys(secret: Uint8Array): FormKeys {
  const key = subkey(secret, 'forms of public pages');
  const signed = (token: string, until: string) =>
    createHmac('sha256', key).update(`${until} ${token}`).digest('base64url');
  return {
    made: (token, nowMs) => {
      const until = String(nowMs + validMs);
      return `${until}.${signed(token, until)}`;
    },
    fits: (token, given, nowMs) => {
      const [until = '', mac = ''] = given.slice(0, 100).split('.');
      if (!/^\d{1,15}$/.test(until) || Number(until) < nowMs) return false;
      const [expected, presented] = [Buffer.from(signed(token, until)), Buffer.from(mac)];
      return expected.length === presented.length && timingSafeEqual(expected, presented);
    },
  };
}

import { z } from 'zod';
import type { RememberedUser } from '../../operation/operation.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { openSealedCookie } from './sealed-cookie.ts';

/** As long as browsers keep a cookie. */
const keptSeconds = 400 * 86_400;
/** People who share a browser, the last ones first. */
const usersMax = 8;

/** Who has signed in on this browser: they are not told of it again. It opens nothing. */
export type DeviceCookie = {
  readonly remembers: (header: string | undefined) => readonly RememberedUser[];
  /** The same with somebody who signs in now. */
  readonly with: (header: string | undefined, user: string) => string;
};

const Kept = z.array(z.object({ user: z.uuid(), since: z.string() })).max(usersMax);

type Parts = { readonly secrets: Secrets; readonly publicUrl: string; readonly now: () => string };

export function openDeviceCookie({ secrets, publicUrl, now }: Parts): DeviceCookie {
  const kind = { name: 'daybook-device', about: 'device cookie', maxAgeSeconds: keptSeconds };
  const cookie = openSealedCookie(secrets, publicUrl, kind);
  const remembers: DeviceCookie['remembers'] = (header) => {
    const text = cookie.read(header);
    return text === undefined ? [] : Kept.parse(JSON.parse(text));
  };
  return {
    remembers,
    with: (header, user) => {
      const others = remembers(header).filter((one) => one.user !== user);
      return cookie.set(JSON.stringify([{ user, since: now() }, ...others].slice(0, usersMax)));
    },
  };
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../../operation/secrets.ts';
import { openSealedCookie } from './sealed-cookie.ts';

/** A sign-in on these pages ends so long after it began, however busy it is … */
const absoluteMs = 8 * 60 * 60 * 1_000;
/** … and so long after the last page was asked for. */
const idleMs = 30 * 60 * 1_000;
/** A use is noted in the cookie no more often than this. */
const notedMs = 60 * 1_000;

/** Session of these pages: an access token, sealed, so that the cookie opens nothing else. */
export type PageCookie = {
  /** Of the pages, as people reach them. */
  readonly origin: string;
  /** Binds forms to this sign-in: the same as long as it lasts, empty without one. */
  readonly tie: (header: string | undefined) => string;
  readonly token: (header: string | undefined) => string | undefined;
  readonly set: (token: string) => string;
  /** The same sign-in in another organisation: it lasts no longer for that. */
  readonly moved: (header: string | undefined, token: string) => string;
  /** The same sign-in, used now. Undefined where there is none, or that was noted a moment ago. */
  readonly used: (header: string | undefined) => string | undefined;
  readonly clear: string;
};

const Kept = z.object({ token: z.string(), sinceMs: z.int(), usedMs: z.int() });
type Kept = z.output<typeof Kept>;

type Parts = { readonly secrets: Secrets; readonly publicUrl: string; readonly now: () => string };

export function openPageCookie({ secrets, publicUrl, now }: Parts): PageCookie {
  const cookie = openSealedCookie(secrets, publicUrl, { name: 'daybook', about: 'sign-in cookie' });
  const nowMs = () => Date.parse(now());
  const standing = (header: string | undefined): Kept | undefined => {
    const text = cookie.read(header);
    const kept = text === undefined ? undefined : keptIn(text);
    if (kept === undefined) return undefined;
    const ended = nowMs() - kept.sinceMs >= absoluteMs || nowMs() - kept.usedMs >= idleMs;
    return ended ? undefined : kept;
  };
  const keep = (kept: Kept) => cookie.set(JSON.stringify(kept));
  return {
    origin: new URL(publicUrl).origin,
    tie: (header) => {
      const kept = standing(header);
      return kept === undefined ? '' : createHash('sha256').update(kept.token).digest('base64url');
    },
    token: (header) => standing(header)?.token,
    set: (token) => keep({ token, sinceMs: nowMs(), usedMs: nowMs() }),
    moved: (header, token) => keep({ token, sinceMs: standing(header)?.sinceMs ?? nowMs(), usedMs: nowMs() }),
    used: (header) => {
      const kept = standing(header);
      if (kept === undefined || nowMs() - kept.usedMs < notedMs) return undefined;
      return keep({ ...kept, usedMs: nowMs() });
    },
    clear: cookie.clear,
  };
}

function keptIn(text: string): Kept | undefined {
  try {
    return Kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

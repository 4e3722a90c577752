import type { Operation } from '../../operation/operation.ts';
import type { Runtime } from '../../operation/run.ts';
import type { Limits } from '../limits.ts';
import type { ActorOf } from '../rest.ts';
import { formKeys } from './forms.ts';
import { openPageCookie } from './page-cookie.ts';
import { openSignInSessions } from './sign-in-sessions.ts';

export type PageDeps = {
  readonly catalogue: readonly Operation[];
  readonly runtime: Runtime;
  readonly limits: Limits;
  readonly actorOf: ActorOf;
  readonly onFailure: (error: unknown, requestId: string) => void;
};

/** What pages for people who sign in are served with. `base`: our path, where we do not lie at the root of our host. */
export function openPageContext({ runtime, limits, ...deps }: PageDeps) {
  const { publicUrl } = runtime.settings;
  const { origin, pathname } = new URL(publicUrl);
  return {
    runtime,
    limits,
    origin,
    publicUrl,
    base: pathname.replace(/\/$/, ''),
    cookie: openPageCookie({ secrets: runtime.secrets, publicUrl, now: runtime.now }),
    sessions: openSignInSessions({ runtime, ...deps }),
    keys: formKeys(runtime),
  };
}

export type PageContext = ReturnType<typeof openPageContext>;

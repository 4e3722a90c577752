import type { ConsoleApp } from '../console-app.ts';
import type { DoorDeps } from '../rest.ts';
import { relyingPartyAt } from '../../modules/identity/index.ts';
import { openDeviceCookie } from './device-cookie.ts';
import { formKeys } from './forms.ts';
import { openPageCookie } from './page-cookie.ts';
import { openTicketCookie } from './ticket-cookie.ts';
import { openSignInSessions } from './sign-in-sessions.ts';

export type PageDeps = DoorDeps & {
  /** Undefined where the console was not built. */
  readonly consoleApp?: ConsoleApp | undefined;
  readonly onFailure: (error: unknown, requestId: string) => void;
};

/** Shared parts of the pages for signed-in users. `base`: our path, where we do not lie at the root of our host. */
export function openPageContext({ runtime, limits, ...deps }: PageDeps) {
  const { publicUrl } = runtime.settings;
  const { origin, pathname } = new URL(publicUrl);
  const kept = { secrets: runtime.secrets, publicUrl, now: runtime.now };
  const [cookie, device] = [openPageCookie(kept), openDeviceCookie(kept)];
  return {
    runtime,
    limits,
    origin,
    publicUrl,
    base: pathname.replace(/\/$/, ''),
    /** Browsers can sign in with passkeys at our address. */
    takesPasskeys: relyingPartyAt(publicUrl) !== undefined,
    cookie,
    device,
    ticket: openTicketCookie(kept),
    sessions: openSignInSessions({ runtime, cookie, device, ...deps }),
    keys: formKeys(runtime),
  };
}

export type PageContext = ReturnType<typeof openPageContext>;

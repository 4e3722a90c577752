import type { RemoteSettings } from '../../config.ts';
import type { Remote } from './send.ts';
import { keptSignIn } from './sign-in.ts';

const urlDefault = 'http://127.0.0.1:4400';

/** The environment comes first: a key kept for one service is never sent to another. */
export function remoteOf({ url, token, folder }: RemoteSettings): Remote {
  const kept = keptSignIn(folder);
  const where = url ?? kept?.url ?? urlDefault;
  return { url: where, token: token ?? (kept?.url === where ? kept.key : undefined), folder };
}

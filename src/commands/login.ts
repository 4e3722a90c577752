import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { RemoteSettings } from '../config.ts';
import { learnOperations } from './remote/operations.ts';
import { remoteOf } from './remote/remote.ts';
import { send, usageError } from './remote/send.ts';
import { forgetSignIn, keepSignIn } from './remote/sign-in.ts';

const usage =
  'Usage: daybook login [--url https://books.example.com]\n\n' +
  'Asks for an API key, which is made in the console under API keys; or reads it from DAYBOOK_API_KEY or stdin.\n' +
  'It is kept in your config folder, readable by you alone. `daybook logout` forgets it.';

const Me = z.object({
  user: z.object({ name: z.string() }),
  organization: z.object({ name: z.string() }),
  permissions: z.array(z.string()),
  token: z.object({ expires_at: z.string().nullable() }),
});

/** Keeps an API key for later commands, once the service has accepted it. */
export async function login(settings: RemoteSettings, args: readonly string[]): Promise<void> {
  const { url, isHelp } = optionsOf(args);
  if (isHelp) return console.log(usage);
  const remote = remoteOf({ ...settings, url: url ?? settings.url });
  const key = (
    settings.token ?? (process.stdin.isTTY ? await hidden(`API key for ${remote.url}: `) : await text(process.stdin))
  ).trim();
  if (!key.startsWith('key_live_'))
    throw usageError('An API key begins with key_live_. Make one in the console under API keys.');
  const signedIn = { ...remote, token: key };
  const me = Me.parse(await (await send(signedIn, 'GET /auth/me', {})).json());
  const path = keepSignIn(remote.folder, { url: remote.url, key });
  await learnOperations(signedIn);
  const ends = me.token.expires_at === null ? '' : `, until ${me.token.expires_at.slice(0, 10)}`;
  console.log(`Signed in to ${me.organization.name} at ${remote.url} for ${me.user.name}${ends}.`);
  console.log(`${me.permissions.length} permissions. The key is kept in ${path}.`);
}

export async function logout({ folder }: RemoteSettings): Promise<void> {
  forgetSignIn(folder);
  console.log('The key is forgotten here. It stays good until it is revoked in the console.');
}

function optionsOf(args: readonly string[]): { readonly url: string | undefined; readonly isHelp: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    });
    return { url: values.url?.replace(/\/+$/, ''), isHelp: values.help };
  } catch (error) {
    throw usageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** Typed characters are not echoed. */
function hidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve) => {
    lines.question('', (answer) => {
      lines.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}

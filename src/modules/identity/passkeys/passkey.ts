import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { Id, Instant, Text } from '../../../wire/index.ts';
import { secretFields } from '../session.ts';

export const passkeysMax = 20;

export const PasskeyName = Text(100).describe('Where it is kept, such as “Work laptop”.');

export const Passkey = z.object({
  id: Id('passkey'),
  name: z.string(),
  synced: z.boolean().describe('Kept by an account of the maker too, and so on more than one device.'),
  created_at: Instant,
  last_used_at: Instant.nullable(),
});

export type PasskeyRow = z.output<typeof Passkey>;

export const passkeyColumns = sql`id, name, synced, created_at, last_used_at`;

/** One refusal for whatever is wrong, so that it tells nobody which passkeys, people and organisations there are. */
export const passkeyRefused = refusal(
  'passkey_refused',
  401,
  'The passkey was not accepted.',
  'Ask for a new challenge and try again with the screen lock of the device, or log in at POST /api/auth/login.',
  ['passkeys_credential_key'],
);

/** What a browser answers a challenge with opens the account, as a password does. */
export const passkeySecrets = [...secretFields, 'credential', 'public_key'];

import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { Id, Instant } from '../../wire/index.ts';

const secondsPerDay = 86_400;
export const accessSeconds = secondsPerDay;
/** A refresh token ends this long after the last use of its session … */
export const refreshSeconds = 30 * secondsPerDay;
/** … and the session itself this long after its sign-in, however busy it is. */
export const sessionSeconds = 180 * secondsPerDay;
/** A sign-in through a provider is asked for anew each day: who has left the business is out the day after. */
export const confinedSeconds = secondsPerDay;

/** Answer of signing in. */
export const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds.'),
  refresh_token: z.string(),
  refresh_expires_in: z.int().describe('Seconds.'),
  organization_id: Id('organization'),
});

export type TokensValue = z.output<typeof Tokens>;

/** Fields of sign-in calls that are never written down. */
export const secretFields = [
  'password',
  'current_password',
  'new_password',
  'totp_code',
  'token',
  'access_token',
  'refresh_token',
];

export const Session = z.object({
  id: Id('session'),
  organization_id: Id('organization'),
  current: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  device: z.string().nullable().describe('What people call it, by its `user_agent`: such as "Firefox · Windows".'),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
});

export type SessionRow = z.output<typeof Session>;

export const RevokedSessions = z.object({ revoked_sessions: z.int() });

export const invalidCredentials = refusal(
  'invalid_credentials',
  401,
  'The e-mail address or the password is wrong.',
  'Check both; POST /api/auth/password/forgot sends a link to choose a new password.',
);
export const totpRequired = refusal(
  'totp_required',
  401,
  'A two-factor authentication code is required.',
  'Send `totp_code` as well: the code your authenticator app shows now, or a recovery code. Each works once.',
);
export const invalidRefreshToken = refusal(
  'invalid_refresh_token',
  401,
  'The refresh token is no longer valid.',
  'Log in again at POST /api/auth/login.',
);
export const noMembership = refusal(
  'no_membership',
  403,
  'You are not a member of any organisation.',
  'Ask an owner or admin for an invite.',
);
export const invalidResetToken = refusal(
  'invalid_reset_token',
  422,
  'The link was used, has expired, or was replaced by a newer one.',
  'Ask for a new one at POST /api/auth/password/forgot.',
);

import { z } from 'zod';
import { Id, Instant } from '../../wire/index.ts';

/** A user as they see themselves. */
export const OwnUser = z.object({
  id: Id('user'),
  email: z.string(),
  name: z.string(),
  locale: z
    .string()
    .nullable()
    .describe('The language of your e-mails and pages; null uses that of your organisation or browser.'),
  totp_enabled: z.boolean(),
  recovery_codes_left: z.int(),
  passkeys: z.int().describe('How many you can sign in with.'),
  last_login_at: Instant.nullable(),
  created_at: Instant,
});

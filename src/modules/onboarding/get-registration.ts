import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { operation } from '../../operation/operation.ts';

const Registration = z.object({
  open: z.boolean().describe('Whether registration is open now.'),
  first: z.boolean().describe('True if nobody is registered yet, so the next user will be the first.'),
});

export const getRegistration = operation({
  name: 'get_registration',
  summary: 'Get the registration status: whether it is open, and whether anybody is registered yet.',
  guidance: 'For sign-up pages.',
  http: 'GET /auth/registration',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: Registration,
  async run({ db, settings }) {
    const { founded } = await db.one<{ founded: boolean }>(
      sql`select founded_at is not null as founded from installation`,
    );
    const { signup } = settings;
    return { open: signup === 'open' || (signup === 'first' && !founded), first: !founded };
  },
});

import { z } from 'zod';
import { type Books, clerkOf } from './clerk.ts';
import type { Owner } from './set-up.ts';

/** A token for an AI client, made today: the sessions of last year have ended. */
export async function mintToken(books: Books, owner: Owner): Promise<string> {
  const clerk = clerkOf(books);
  const { email, password } = owner;
  const { access_token: access } = await clerk.does(
    'login',
    { email, password },
    z.object({ access_token: z.string() }),
  );
  await clerk.signIn(access);
  const input = { name: 'Demo', preset: 'standard', expires_at: null };
  return (await clerk.does('create_mcp_token', input, z.object({ token: z.string() }))).token;
}

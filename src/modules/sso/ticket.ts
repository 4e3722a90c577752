import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { seal, subkey, unseal } from '../../operation/seal.ts';
import type { Outside } from '../../operation/operation.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { spend } from '../identity/index.ts';

/** For so long somebody may take to sign in at the provider. */
const ticketMs = 10 * 60_000;
const randomCount = 32;
const about = 'sign-in ticket';

const Kept = z.object({
  organization: z.string(),
  /** Of the provider's settings: whoever changes them ends the sign-ins that are under way. */
  version: z.int(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The session that is to be confirmed; null to sign in. */
  session: z.string().nullable(),
  startedMs: z.int(),
});

/** One sign-in that is under way: what its answer is held to. */
export type Ticket = z.output<typeof Kept>;

/** Length of what holds a ticket. */
export const ticketMax = 2_000;

export function newTicket(now: string, place: Pick<Ticket, 'organization' | 'version' | 'session'>): Ticket {
  const random = () => randomBytes(randomCount).toString('base64url');
  return { ...place, state: random(), nonce: random(), verifier: random(), startedMs: Date.parse(now) };
}

/** Whoever starts holds it, and nobody can read or make one: it ties the answer to where the sign-in began. */
export function sealTicket({ secrets }: { readonly secrets: Secrets }, ticket: Ticket): string {
  return seal(keyOf(secrets), about, Buffer.from(JSON.stringify(ticket))).toString('base64url');
}

/** A ticket of ours that is in time and comes for the first time, whatever becomes of it then. */
export async function spendTicket(outside: Outside, sealed: string): Promise<Ticket | undefined> {
  const ticket = ticketIn(outside.secrets, sealed);
  if (ticket === undefined) return undefined;
  const untilMs = ticket.startedMs + ticketMs;
  if (untilMs < Date.parse(outside.now)) return undefined;
  return (await spend(outside, `ticket ${ticket.state}`, untilMs)) ? ticket : undefined;
}

function ticketIn(secrets: Secrets, sealed: string): Ticket | undefined {
  try {
    return Kept.parse(JSON.parse(unseal(keyOf(secrets), about, Buffer.from(sealed, 'base64url')).toString()));
  } catch {
    return undefined;
  }
}

function keyOf({ sealing }: Secrets): Uint8Array {
  return subkey(sealing, 'sign-in tickets');
}

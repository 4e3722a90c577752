import type { Actor } from './actor.ts';
import { stepUpRequired } from './errors.ts';
import type { Operation } from './operation.ts';

/** For so long after it was given, a second factor stands for the person. */
export const provenForMs = 15 * 60_000;

const byProvider = 'Sign in at the provider of your business again: POST /api/auth/provider/prove/start.';

/**
 * Refuses what nobody takes back to a session whose person has a second factor and did not give it lately:
 * a session that was left open, or stolen, is not the person.
 */
export function mustBeProven({ stepUp }: Operation, { kind, provenAt, confined }: Actor, now: string): void {
  if (stepUp !== true || kind !== 'user' || provenAt === undefined) return;
  if (Date.parse(now) - Date.parse(provenAt) > provenForMs) {
    const by = confined === true ? { hint: byProvider, through: 'provider' } : {};
    throw stepUpRequired({ proven_at: provenAt, within_seconds: provenForMs / 1_000, ...by });
  }
}

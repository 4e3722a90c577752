import type { z } from 'zod';
import { catalogue, eventCatalogue } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import { openAccess } from '../../modules/identity/index.ts';
import { type Actor, anonymous } from '../../operation/actor.ts';
import { newId } from '../../operation/new-id.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { registerEvents } from '../../operation/outbox.ts';
import { run, type Runtime } from '../../operation/run.ts';

export type Books = { readonly db: Database; readonly secrets: Secrets; readonly publicUrl: string };

/** Keeps the books of the shop, at moments that one chooses. Everything goes through the operations, as from a door. */
export type Clerk = {
  /** The moment it is from now on, RFC 3339. */
  setTime(instant: string): void;
  /** From now on acts as whoever the access token names. */
  signIn(accessToken: string): Promise<void>;
  /** Runs an operation and answers what `shape` reads of it. */
  does<Shape extends z.ZodType>(name: string, input: object, shape: Shape): Promise<z.output<Shape>>;
};

export function clerkOf({ db, secrets, publicUrl }: Books): Clerk {
  registerEvents(eventCatalogue);
  let time = new Date().toISOString();
  let actor: Actor = anonymous;
  let calls = 0;
  const clock = { now: () => time, newId: () => newId(Date.parse(time)) };
  const access = openAccess({ db, secrets, issuer: publicUrl, ...clock });
  const settings = { signup: 'first', publicUrl, throttle: false } as const;
  const runtime: Runtime = { db, secrets, ...clock, access, settings };
  return {
    setTime: (instant) => void (time = instant),
    signIn: async (token) => void (actor = await access.actorOf(token)),
    does: async (name, input, shape) => {
      const operation = catalogue.find((one) => one.name === name);
      if (operation === undefined) throw new Error(`there is no operation ${name}`);
      const origin = { door: 'console', requestId: `demo-${(calls += 1)}` } as const;
      const { output } = await run(runtime, operation, { actor, input, origin });
      return shape.parse(output);
    },
  };
}

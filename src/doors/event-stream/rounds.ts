import type { Database } from '../../db/database.ts';
import { type EventMark, eventsAfter, publishedChannel } from '../../modules/events/index.ts';

/** The time of an organisation between two publications: what is read in it once is read for all who ask the same. */
export type Round = {
  /** Resolved when more has been published, on whichever node. */
  readonly over: Promise<void>;
  /** The next events after one, so many at most. */
  after(sequence: number, max: number): Promise<readonly EventMark[]>;
};

export type Rounds = {
  /** To be asked for before reading, so that nothing can be published unnoticed in between. */
  of(organization: string): Round;
  stop(): Promise<void>;
};

type Begun = Round & { readonly end: () => void };

/** Listens from when somebody first asks: a node without streams has one connection less. */
export function openRounds(db: Database): Rounds {
  const begun = new Map<string, Begun>();
  const end = (organization: string) => {
    begun.get(organization)?.end();
    begun.delete(organization);
  };
  const heard = (organization?: string) => {
    if (organization === undefined) [...begun.keys()].forEach(end);
    else end(organization);
  };
  let listener: ReturnType<Database['listen']> | undefined;
  return {
    of: (organization) => {
      listener ??= db.listen(publishedChannel, heard);
      const round = begun.get(organization) ?? begin(db, organization);
      begun.set(organization, round);
      return round;
    },
    stop: async () => {
      heard();
      await listener?.stop();
    },
  };
}

function begin(db: Database, organization: string): Begun {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const underWay = new Map<number, Promise<readonly EventMark[]>>();
  return {
    over,
    end: resolve,
    after: (sequence, max) => {
      const known = underWay.get(sequence);
      if (known !== undefined) return known;
      const reading = db
        .transaction({ organization, readOnly: true }, (tx) => eventsAfter(tx, { organization, after: sequence, max }))
        .finally(() => underWay.delete(sequence));
      underWay.set(sequence, reading);
      return reading;
    },
  };
}

import { createHash } from 'node:crypto';

/** Rights are looked up again after this long at the latest. */
const rememberedMs = 1_000;
const rememberedMax = 5_000;

export type CredentialCache<Credential> = {
  /** Undefined for what is no credential, or no longer one. */
  readonly of: (presented: string) => Promise<Credential | undefined>;
  /** Drops what is remembered of a credential, user, member or organisation with this id. */
  readonly forget: (id: string) => void;
};

type Source<Credential> = {
  readonly find: (presented: string) => Promise<Credential | undefined>;
  /** Ids of all that a credential depends on. */
  readonly idsOf: (credential: Credential) => readonly string[];
  /** A remembered credential may have ended since. */
  readonly stands: (credential: Credential) => boolean;
};

type Remembered<Credential> = {
  readonly until: number;
  readonly found: Promise<Credential | undefined>;
  ids: readonly string[];
};

/** Remembers each credential for a second, so that a busy client costs one look-up a second and not one a call. */
export function openCredentialCache<Credential>({
  find,
  idsOf,
  stands,
}: Source<Credential>): CredentialCache<Credential> {
  const remembered = new Map<string, Remembered<Credential>>();
  return {
    of: (presented) => {
      const key = createHash('sha256').update(presented).digest('base64');
      const known = remembered.get(key);
      if (known !== undefined && performance.now() < known.until)
        return known.found.then((found) => (found !== undefined && stands(found) ? found : undefined));
      const found = find(presented);
      const entry: Remembered<Credential> = { until: performance.now() + rememberedMs, found, ids: [] };
      remember(remembered, key, entry, ({ until }) => performance.now() >= until);
      void found
        .catch(() => undefined)
        .then((credential) => {
          // A stranger's guesses must not push out those who are known.
          if (credential === undefined) return remembered.delete(key);
          return (entry.ids = idsOf(credential));
        });
      return found;
    },
    forget: (id) => {
      for (const [key, { ids }] of remembered) if (ids.length === 0 || ids.includes(id)) remembered.delete(key);
    },
  };
}

/** A use is written down once a minute, which is enough to know. */
export const useIntervalMs = 60_000;

export type UseLog = {
  /** Writes a use down, after the answer and not more than needed. Another client is written at once. */
  readonly note: (id: string, client: string | undefined, write: () => Promise<void>) => void;
  /** Waits for what is still being written down. */
  readonly settled: () => Promise<void>;
};

type Noted = { readonly at: number; readonly client: string | undefined; readonly written: Promise<void> };

export function openUseLog(onError: (error: unknown) => void): UseLog {
  const noted = new Map<string, Noted>();
  const isOver = ({ at }: Noted) => performance.now() - at >= useIntervalMs;
  return {
    note: (id, named, write) => {
      const last = noted.get(id);
      if (last !== undefined && !isOver(last) && (named === undefined || named === last.client)) return;
      const client = named ?? last?.client;
      remember(noted, id, { at: performance.now(), client, written: write().catch(onError) }, isOver);
    },
    settled: async () => {
      await Promise.all([...noted.values()].map(({ written }) => written));
    },
  };
}

/** Oldest out first, and whatever is over: the map keeps the order of insertion, which is that of their ends. */
function remember<Entry>(
  remembered: Map<string, Entry>,
  key: string,
  entry: Entry,
  isOver: (entry: Entry) => boolean,
): void {
  remembered.delete(key);
  for (const [oldest, kept] of remembered) {
    if (remembered.size < rememberedMax && !isOver(kept)) break;
    remembered.delete(oldest);
  }
  remembered.set(key, entry);
}

import type pg from 'pg';
import type { Actor } from '../../src/operation/actor.ts';
import { sealEntries } from '../../src/modules/audit/index.ts';
import { asOwner } from './database.ts';
import type { Wire, World } from './world.ts';

/** An organisation whose log is sealed to its end, and the rows of it in the order of the chain. */
export type SealedBusiness = { readonly who: Actor; readonly id: string; readonly rows: readonly string[] };

/** Actions of tests on the audit chain. */
export type SealedBooks = {
  /** Seals all that waits in an organisation. */
  readonly sealAll: (id: string) => Promise<void>;
  /** A business whose log has as many entries as said, all of them sealed; the first is that it was founded. */
  readonly business: (entries?: number) => Promise<SealedBusiness>;
  readonly verify: (who: Actor, input?: object) => Promise<Wire>;
  /** A connection that nothing holds back: no trigger fires for it, and no policy hides a row. */
  readonly superuser: <Result>(work: (client: pg.Client) => Promise<Result>) => Promise<Result>;
};

export function sealedBooks({ call, runtime, found, database }: World): SealedBooks {
  const sealAll: SealedBooks['sealAll'] = async (id) => {
    while ((await sealEntries(runtime, id)) > 0);
  };
  const superuser: SealedBooks['superuser'] = async (work) => {
    const results: Awaited<ReturnType<typeof work>>[] = [];
    await asOwner(database.ownerUrl, async (client) => {
      await client.query('set session_replication_role = replica');
      results.push(await work(client));
    });
    // The work was done once, or it threw.
    return results[0] as Awaited<ReturnType<typeof work>>;
  };
  const business: SealedBooks['business'] = async (entries = 6) => {
    const who = await found('Sealed Goods');
    const id = who.organization?.id ?? '';
    for (let made = 1; made < entries; made += 1) {
      await call('create_client', { type: 'individual', display_name: `Client ${made}` }, { as: who });
    }
    await sealAll(id);
    const links = 'select audit_id as id from audit_seals where organization_id = $1 order by sequence';
    const { rows } = await superuser((client) => client.query<{ id: string }>(links, [id]));
    return { who, id, rows: rows.map((row) => row.id) };
  };
  return { sealAll, business, superuser, verify: (who, input = {}) => call('verify_audit_log', input, { as: who }) };
}

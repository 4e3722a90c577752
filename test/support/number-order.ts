import type pg from 'pg';

/** Notes by a trigger of its own which transactions take numbers of which series, and in which order. */
export async function noteNumbers(owner: pg.Client): Promise<() => Promise<readonly (readonly string[])[]>> {
  await owner.query(`
    create table numbers_taken (place bigint generated always as identity, transaction xid8, organization uuid,
      series text);
    create function note_number() returns trigger language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      insert into numbers_taken (transaction, organization, series)
        values (pg_current_xact_id(), new.organization_id, new.record_type);
      return null;
    end $$;
    create trigger noted after insert or update on numbering_counters for each row execute function note_number()`);
  return async () => {
    const { rows } = await owner.query<{ series: string[] }>(`
      select array_agg(series order by place) as series from (
        select transaction, organization, series, min(place) as place from numbers_taken group by 1, 2, 3) as taken
      group by transaction, organization having count(*) > 1`);
    return rows.map(({ series }) => series);
  };
}

/** Series that some take after one another, and others the other way round: the first circle there is. */
export function circleIn(orders: readonly (readonly string[])[]): readonly string[] {
  const after = new Map<string, Set<string>>();
  for (const order of orders) {
    for (const [place, series] of order.entries()) {
      const later = after.get(series) ?? new Set();
      for (const one of order.slice(place + 1)) later.add(one);
      after.set(series, later);
    }
  }
  const walk = (path: readonly string[]): readonly string[] => {
    const last = path.at(-1) ?? '';
    for (const next of after.get(last) ?? []) {
      if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
      const found = walk([...path, next]);
      if (found.length > 0) return found;
    }
    after.delete(last);
    return [];
  };
  for (const series of after.keys()) {
    const circle = walk([series]);
    if (circle.length > 0) return circle;
  }
  return [];
}

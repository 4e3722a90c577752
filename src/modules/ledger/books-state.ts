import type { Day } from '../../core/calendar.ts';
import { plannedEither, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { lastLocked } from './locks/period-locks.ts';

type BooksState = {
  /** The latest entry there is: what was read up to here stays as it was read. */
  readonly latest_entry: string | null;
  /** The last day that is closed to everything. */
  readonly locked_through: Day | null;
};

export function booksState({ db, organization }: Context): Promise<BooksState> {
  return db.one<BooksState>(
    plannedEither(sql`
      select (select id from journal_entries where organization_id = ${organization} order by id desc limit 1)
          as latest_entry,
        ${lastLocked(organization)} as locked_through`),
  );
}

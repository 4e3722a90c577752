import { type CursorScope, openCursor, sealCursor } from '../../../operation/cursor.ts';
import type { Context } from '../../../operation/operation.ts';

/** A report that is read page by page: where the page begins, and the cursor of the next one. */
export type Paging = {
  /** The sort key of the last row before the page; undefined on the first. */
  readonly after: readonly string[] | undefined;
  readonly next: (key: readonly string[]) => string;
};

/** Binds cursors to a report of one organisation and to all that was asked of it. */
export function pagingOf({ secrets, organization }: Context, name: string, asked: object, cursor?: string): Paging {
  const scope: CursorScope = { key: secrets.cursors, about: `${organization}\n${name} ${JSON.stringify(asked)}` };
  return {
    after: cursor === undefined ? undefined : openCursor(scope, cursor),
    next: (key) => sealCursor(scope, key),
  };
}

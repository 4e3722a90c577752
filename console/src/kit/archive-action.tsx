import { words } from '../words/index.ts';
import { type Action, ActionButton } from './action.tsx';

type Archiving = Pick<Action, 'needs' | 'changes'> & {
  /** Paths of the API. */
  readonly archive: string;
  readonly restore: string;
  readonly isArchived: boolean;
};

/** Archives a record, which the message below takes back, or restores it. */
export function ArchiveAction({ archive, restore, isArchived, ...act }: Archiving) {
  const { form } = words.value;
  return isArchived ? (
    <ActionButton {...act} label={form.restore} path={restore} />
  ) : (
    <ActionButton {...act} label={form.archive} path={archive} undo={{ path: restore }} />
  );
}

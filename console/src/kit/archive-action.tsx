import { words } from '../words/index.ts';
import { type Action, ActionButton } from './action.tsx';

type Archiving = Pick<Action, 'needs' | 'changes'> & {
  /** Of the record; archiving and restoring are below it. */
  readonly path: string;
  readonly isArchived: boolean;
};

/** Archives a record, which the message below takes back, or restores it. */
export function ArchiveAction({ path, isArchived, ...act }: Archiving) {
  const { archive, restore } = words.value.form;
  return isArchived ? (
    <ActionButton {...act} label={restore} path={`${path}/restore`} />
  ) : (
    <ActionButton {...act} label={archive} path={`${path}/archive`} undo={{ path: `${path}/restore` }} />
  );
}

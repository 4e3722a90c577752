import { ActionButton } from '../../kit/action.tsx';
import { words } from '../../words/index.ts';

type Archiving = {
  /** Of the record, in the API. */
  readonly path: string;
  readonly status: string;
  readonly needs: string;
  readonly changes: readonly string[];
};

/** Takes a record out of use, or back into it. */
export function ArchiveButton({ path, status, ...act }: Archiving) {
  const { form } = words.value;
  return status === 'archived' ? (
    <ActionButton {...act} label={form.restore} path={`${path}/restore`} />
  ) : (
    <ActionButton {...act} label={form.archive} path={`${path}/archive`} undo={{ path: `${path}/restore` }} />
  );
}

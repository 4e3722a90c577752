import type { ComponentChildren } from 'preact';
import { useRead } from '../api/cache.ts';
import { goWith } from '../app/router.ts';
import { ActionButton } from '../kit/action.tsx';
import { type Fact, Facts } from '../kit/facts.tsx';
import type { Field } from '../kit/form/fields.ts';
import { words } from '../words/index.ts';
import { EditButton } from './edit-button.tsx';
import { ListScreen } from './list-screen.tsx';
import { Panel } from './panel.tsx';

type Body = Record<string, unknown>;
type Row = { readonly id: string; readonly status?: string; readonly archived_at?: string | null };

type Kind<One extends Row> = {
  /** Path at which a record is read and changed: `tax-rates/…`. */
  readonly path: (id: string) => string;
  readonly name: (one: One) => string;
  readonly eyebrow?: (one: One) => ComponentChildren;
  readonly facts: (one: One) => readonly Fact[];
  /** Paths of the API, or their beginnings, whose answers change with a write. */
  readonly changes: readonly string[];
  readonly edit?: {
    readonly needs?: string;
    readonly fields: (one: One) => readonly Field[];
    readonly complete?: (body: Body) => Body;
    readonly isOffered?: (one: One) => boolean;
  };
  readonly archive?: {
    readonly needs: string;
    readonly path: (id: string) => string;
    readonly restore: (id: string) => string;
    readonly isArchived?: (one: One) => boolean;
  };
  readonly remove?: {
    readonly needs?: string;
    readonly path: (id: string) => string;
    readonly warning: string;
    readonly isOffered?: (one: One) => boolean;
  };
  readonly actions?: (one: One) => ComponentChildren;
  readonly below?: (one: One) => ComponentChildren;
};

export type Create = {
  readonly path: string;
  readonly label: string;
  readonly needs: string;
  readonly fields: readonly Field[];
  readonly start?: object;
  readonly complete?: (body: Body) => object;
  readonly hint?: string;
};

type RecordList<One extends Row> = Omit<ListScreen<One>, 'create' | 'panel' | 'to'> & {
  readonly create?: Create;
  readonly kind: Kind<One>;
};

/** A list of small records that have no pages of their own: made, changed and put away beside the list. */
export function RecordList<One extends Row>({ create, kind, ...list }: RecordList<One>) {
  return (
    <ListScreen<One>
      {...list}
      panel={(id) => <RecordPanel key={id} id={id} kind={kind} />}
      actions={
        <>
          {list.actions}
          {create && (
            <ActionButton
              {...create}
              changes={kind.changes}
              isPrimary
              letter="n"
              onDone={({ id }) => id !== undefined && goWith({ open: id })}
            >
              {create.hint !== undefined && <p class="quiet">{create.hint}</p>}
            </ActionButton>
          )}
        </>
      }
    />
  );
}

function RecordPanel<One extends Row>({ id, kind }: { readonly id: string; readonly kind: Kind<One> }) {
  const { path, name, eyebrow, facts, changes, edit, actions, below } = kind;
  const { data: one, problem } = useRead<One>(path(id));
  return (
    <Panel
      eyebrow={one && eyebrow?.(one)}
      title={one ? name(one) : ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            {actions?.(one)}
            {edit && edit.isOffered?.(one) !== false && (
              <EditButton
                path={path(id)}
                needs={edit.needs}
                fields={edit.fields(one)}
                changes={changes}
                {...(edit.complete && { complete: edit.complete })}
              />
            )}
            <PutAway one={one} kind={kind} />
          </>
        )
      }
    >
      {one && (
        <>
          <Facts of={facts(one)} />
          {below?.(one)}
        </>
      )}
    </Panel>
  );
}

function PutAway<One extends Row>({ one, kind }: { readonly one: One; readonly kind: Kind<One> }) {
  const { form } = words.value;
  const { archive, remove, changes } = kind;
  const isArchived = archive?.isArchived?.(one) ?? (one.status === 'archived' || typeof one.archived_at === 'string');
  return (
    <>
      {archive && (
        <ActionButton
          key={String(isArchived)}
          label={isArchived ? form.restore : form.archive}
          path={isArchived ? archive.restore(one.id) : archive.path(one.id)}
          needs={archive.needs}
          changes={changes}
          {...(!isArchived && { undo: { path: archive.restore(one.id) } })}
        />
      )}
      {remove && remove.isOffered?.(one) !== false && (
        <ActionButton
          label={form.delete}
          path={remove.path(one.id)}
          method="DELETE"
          {...(remove.needs !== undefined && { needs: remove.needs })}
          warning={remove.warning}
          changes={changes}
          isDangerous
          onDone={() => goWith({ open: undefined })}
        />
      )}
    </>
  );
}

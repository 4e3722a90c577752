import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { changed } from '../api/cache.ts';
import { call, type Problem } from '../api/call.ts';
import { useMay } from '../app/me.ts';
import { Dialog } from '../kit/dialog.tsx';
import { bodyOf } from '../kit/form/body.ts';
import { type Field, valuesOf } from '../kit/form/fields.ts';
import { Form } from '../kit/form/form.tsx';
import { said } from '../kit/said.ts';
import { say } from '../kit/toast.tsx';
import { counted, filled, words } from '../words/index.ts';

export type BulkAction<Row> = {
  readonly label: string;
  /** As the batch of the list calls it: `archive`. */
  readonly action: string;
  readonly needs: string;
  /** Those for which it means something; the others are left as they are. */
  readonly isFor?: (row: Row) => boolean;
  readonly fields?: readonly Field[];
  readonly start?: object;
  readonly warning?: string;
  /** Request body for one record, from the typed values. */
  readonly data?: (typed: Record<string, unknown>, row: Row) => object;
  /** One call for all of them, where the service has one: it names those that it left out. */
  readonly together?: { readonly path: string; readonly ids: string };
  readonly changes: readonly string[];
  readonly isDangerous?: boolean;
};

type Bar<Row> = {
  /** Of the API: `clients`, whose batch is `clients/batch`. */
  readonly path: string;
  readonly rows: readonly Row[];
  readonly actions: readonly BulkAction<Row>[];
  readonly titleOf: (row: Row) => string;
  /** Goes on with these alone. */
  readonly only: (ids: readonly string[]) => void;
  /** Shown as long as nothing is chosen. */
  readonly children?: ComponentChildren;
};

/** Below the list, for as long as something is chosen. */
export function ChosenBar<Row extends { readonly id: string }>(props: Bar<Row>) {
  const { rows, actions, only } = props;
  const w = words.value.list;
  const may = useMay();
  const [asked, setAsked] = useState<BulkAction<Row>>();
  // The window outlives what was chosen: a row that is gone meanwhile is still said to be refused.
  return (
    <>
      {rows.length === 0 ? (
        props.children
      ) : (
        <div class="chosen" role="toolbar" aria-label={w.chosenActions}>
          <p role="status">{counted(w.chosen, rows.length)}</p>
          {actions
            .filter(({ needs }) => may(needs))
            .map((action) => (
              <button
                key={action.action}
                type="button"
                class={action.isDangerous ? 'danger' : ''}
                disabled={!rows.some(action.isFor ?? (() => true))}
                onClick={() => setAsked(action)}
              >
                {action.label}
              </button>
            ))}
          <button type="button" class="bare" onClick={() => only([])}>
            {w.chooseNone}
            <kbd>Esc</kbd>
          </button>
        </div>
      )}
      {asked && <Ask {...props} action={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type Asking<Row> = Bar<Row> & { readonly action: BulkAction<Row>; readonly onClose: () => void };
type Refusal<Row> = { readonly row: Row; readonly problem: Problem };

/** Says for how many it is, and afterwards which were refused, and why. */
function Ask<Row extends { readonly id: string }>({ path, rows, action, titleOf, only, onClose }: Asking<Row>) {
  const w = words.value.list;
  // The records are fixed when the window opens: the action may take a row out of the list.
  const [meant] = useState(() => rows.filter(action.isFor ?? (() => true)));
  const [refused, setRefused] = useState<readonly Refusal<Row>[]>();
  const fields = action.fields ?? [];
  const run = async (typed: Record<string, unknown>, key: string) => {
    const faults = await doAll({ path, rows: meant, action, typed, key });
    changed(...action.changes);
    only(faults.map(({ row }) => row.id));
    if (faults.length > 0) return setRefused(faults);
    say(`${action.label}: ${counted(w.bulkDone, meant.length)}`);
    onClose();
  };
  return (
    <Dialog title={action.label} onClose={onClose}>
      {refused ? (
        <>
          <p role="alert">{filled(w.bulkPart, { done: meant.length - refused.length, refused: refused.length })}</p>
          <ul class="refusals">
            {refused.map(({ row, problem }) => (
              <li key={row.id}>
                <b>
                  <bdi>{titleOf(row)}</bdi>
                </b>{' '}
                {said(problem)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>
            {counted(w.bulkFor, meant.length)}
            {meant.length < rows.length && ` ${counted(w.bulkLeft, rows.length - meant.length)}`}
          </p>
          {action.warning !== undefined && <p>{action.warning}</p>}
          <Form
            fields={fields}
            start={valuesOf(fields, action.start ?? {})}
            submit={action.label}
            isDangerous={action.isDangerous === true}
            onCancel={onClose}
            onSubmit={(values, key) => run(bodyOf(fields, values), key)}
          />
        </>
      )}
    </Dialog>
  );
}

type Batch<Row> = {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly action: BulkAction<Row>;
  readonly typed: Record<string, unknown>;
  readonly key: string;
};
type Results = { readonly results: readonly { readonly problem?: Problem }[] };
/** As many as the service takes at a time. */
const batchMax = 100;

/** Each by itself: what one is refused for keeps no other from being done. */
async function doAll<Row extends { readonly id: string }>(batch: Batch<Row>): Promise<Refusal<Row>[]> {
  const { path, rows, action, typed, key } = batch;
  if (action.together) return doTogether(batch, action.together);
  const refused: Refusal<Row>[] = [];
  for (let from = 0; from < rows.length; from += batchMax) {
    const some = rows.slice(from, from + batchMax);
    const operations = some.map((row) => {
      const data = action.data?.(typed, row) ?? typed;
      return { action: action.action, id: row.id, ...(Object.keys(data).length > 0 && { data }) };
    });
    const body = { mode: 'independent', operations };
    const { results } = await call<Results>(`${path}/batch`, { method: 'POST', body, key: `${key}-${from}` });
    for (const [n, { problem }] of results.entries()) {
      const row = some[n];
      if (problem && row) refused.push({ row, problem });
    }
  }
  return refused;
}

type Together = { readonly skipped: readonly { readonly expense_id: string; readonly code: string }[] };

async function doTogether<Row extends { readonly id: string }>(
  { rows, typed, key }: Batch<Row>,
  { path, ids }: { readonly path: string; readonly ids: string },
): Promise<Refusal<Row>[]> {
  const body = { ...typed, [ids]: rows.map(({ id }) => id) };
  const { skipped } = await call<Together>(path, { method: 'POST', body, key });
  return skipped.flatMap(({ expense_id: id, code }) => {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? [] : [{ row, problem: { status: 409, code, title: code } }];
  });
}

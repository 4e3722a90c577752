import { useState } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { useMay } from '../app/me.ts';
import { Dialog } from '../kit/dialog.tsx';
import type { Field } from '../kit/form/fields.ts';
import { words } from '../words/index.ts';
import { EditForm } from './edit-form.tsx';

type EditButton = {
  /** Of the record: it is read from here, and its changes are sent here. */
  readonly path: string;
  /** The permission without which it is not offered; none for what concerns oneself. */
  readonly needs?: string | undefined;
  readonly fields: readonly Field[];
  readonly changes: readonly string[];
  readonly label?: string;
  /** One of several at a time on the screen, so that no letter opens it. */
  readonly isOneOfMany?: boolean;
  readonly complete?: (body: Record<string, unknown>) => Record<string, unknown>;
};

/** Changes a record in a window: for those that have no page of their own. */
export function EditButton(button: EditButton) {
  const { path, needs, fields, changes, label = words.value.form.edit, isOneOfMany = false, complete } = button;
  const may = useMay()(needs);
  const [isOpen, setOpen] = useState(false);
  useKeys(may && !isOneOfMany ? { e: () => setOpen(true) } : {});
  if (!may) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
        {!isOneOfMany && <kbd>E</kbd>}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <EditForm
            path={path}
            fields={fields}
            changes={changes}
            isEntry
            {...(complete && { complete })}
            onSaved={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

import { useState } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { useMay } from '../app/me.ts';
import { Dialog } from '../kit/dialog.tsx';
import type { Field } from '../kit/form/fields.ts';
import { words } from '../words/index.ts';
import { EditForm } from './form-screen.tsx';

type EditButton = {
  /** Of the record: it is read from here, and its changes are sent here. */
  readonly path: string;
  /** The permission without which it is not offered; none for what concerns oneself. */
  readonly needs?: string | undefined;
  readonly fields: readonly Field[];
  readonly changes: readonly string[];
  readonly label?: string;
  readonly complete?: (body: Record<string, unknown>) => Record<string, unknown>;
};

/** Changes a record in a window: for those that have no page of their own. */
export function EditButton({ path, needs, fields, changes, label = words.value.form.edit, complete }: EditButton) {
  const may = useMay()(needs);
  const [isOpen, setOpen] = useState(false);
  useKeys(may ? { e: () => setOpen(true) } : {});
  if (!may) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
        <kbd>E</kbd>
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <EditForm
            path={path}
            fields={fields}
            changes={changes}
            {...(complete && { complete })}
            onSaved={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

import { useState } from 'preact/hooks';
import { words } from '../words/index.ts';
import { Dialog } from './dialog.tsx';

type Secret = {
  readonly title: string;
  readonly secret: string;
  /** In place of saying that it is shown only once. */
  readonly hint?: string;
  readonly onClose: () => void;
};

/** The service shows a secret once: it can be copied, and is gone when the window is closed. */
export function Secret({ title, secret, hint, onClose }: Secret) {
  const w = words.value.form;
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{hint ?? w.shownOnce}</p>
      <p class="secret">
        <code>{secret}</code>
      </p>
      <p class="deeds">
        <button
          type="button"
          class="primary"
          onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
        >
          {isCopied ? w.copied : w.copy}
        </button>
      </p>
    </Dialog>
  );
}

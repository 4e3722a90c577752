import { signal } from '@preact/signals';
import { words } from '../words/index.ts';

type Toast = { readonly text: string; readonly undo?: (() => void) | undefined };
const shown = signal<Toast>();
const shownMs = 6_000;
let end: ReturnType<typeof setTimeout> | undefined;

/** Says what was done, for a while; with `undo` where it can be taken back. */
export function say(text: string, undo?: () => void): void {
  clearTimeout(end);
  shown.value = { text, undo };
  end = setTimeout(() => {
    shown.value = undefined;
  }, shownMs);
}

export function Toasts() {
  const toast = shown.value;
  return (
    <div class="toast" role="status">
      {toast !== undefined && (
        <p>
          {toast.text}
          {toast.undo && (
            <button
              type="button"
              class="bare"
              onClick={() => {
                shown.value = undefined;
                toast.undo?.();
              }}
            >
              {words.value.form.undo}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

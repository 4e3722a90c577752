import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { words } from '../words/index.ts';
import { Icon } from './icon.tsx';

type Dialog = { readonly title: string; readonly onClose: () => void; readonly children: ComponentChildren };

/** A window before the page, open for as long as it is drawn. Focus stays inside and goes back to where it was. */
export function Dialog({ title, onClose, children }: Dialog) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Focus goes to the first input, not to the way out. Without inputs it goes to the form: the Enter that opened the
    // window, still held, must not press its button.
    const form = dialog?.querySelector<HTMLElement>('form');
    (form?.querySelector<HTMLElement>('input, select, textarea') ?? form)?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={box} class="window" aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="bare" aria-label={words.value.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}

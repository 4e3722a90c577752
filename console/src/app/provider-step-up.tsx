import { useEffect, useRef } from 'preact/hooks';
import { asked } from '../api/proof.ts';
import { words } from '../words/index.ts';

/** For who came through the provider of their business: signing in there again, in a window of its own. */
export function ProviderStepUp() {
  const w = words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="again" aria-labelledby="step-up" onCancel={() => asked.peek()?.answer(false)}>
      <form onSubmit={(event) => event.preventDefault()}>
        <h2 id="step-up">{w.provider.again}</h2>
        <p class="quiet">{w.provider.againHint}</p>
        <p class="deeds">
          <a class="button primary" href="/login/sso/prove" target="_blank" rel="external">
            {w.provider.openWindow}
          </a>
          <button type="button" onClick={() => asked.peek()?.answer(true)}>
            {w.provider.done}
          </button>
          <button type="button" class="bare" onClick={() => asked.peek()?.answer(false)}>
            {w.form.cancel}
          </button>
        </p>
      </form>
    </dialog>
  );
}

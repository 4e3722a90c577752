import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused, send } from '../api/call.ts';
import { asked } from '../api/proof.ts';
import { useMe } from './me.ts';
import { ProviderStepUp } from './provider-step-up.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { said } from '../kit/said.ts';
import { words } from '../words/index.ts';

/** The second factor again, before what nobody can undo. What it is for goes on by itself afterwards. */
export function StepUp() {
  return asked.value?.through === 'provider' ? <ProviderStepUp /> : <CodeStepUp />;
}

function CodeStepUp() {
  const w = words.value;
  const me = useMe();
  const dialog = useRef<HTMLDialogElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState('');
  const isAsked = asked.value !== undefined;
  useEffect(() => {
    setCode('');
    setFault('');
    if (isAsked) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isAsked]);
  const prove = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await send('auth/totp/prove', { method: 'POST', body: { totp_code: code } });
      asked.peek()?.answer(true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setFault(said(error.problem));
    }
  };
  return (
    <dialog ref={dialog} class="again" aria-labelledby="step-up" onCancel={() => asked.peek()?.answer(false)}>
      <form onSubmit={(event) => void prove(event)}>
        <h2 id="step-up">{w.stepUp.title}</h2>
        <p class="quiet">{w.stepUp.hint}</p>
        <label>
          {w.code}
          <input
            name="totp_code"
            inputmode="numeric"
            autocomplete="one-time-code"
            required
            autofocus
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </label>
        {fault !== '' && (
          <p class="notice bad" role="alert">
            {fault}
          </p>
        )}
        <p class="deeds">
          <button type="submit" class="primary">
            {w.stepUp.confirm}
          </button>
          {isAsked && (
            <PasskeyButton
              label={w.stepUp.passkey}
              path="auth/passkeys/prove"
              isOffered={(me?.user.passkeys ?? 0) > 0}
              onSigned={() => asked.peek()?.answer(true)}
              onFault={setFault}
            />
          )}
          <button type="button" class="bare" onClick={() => asked.peek()?.answer(false)}>
            {w.form.cancel}
          </button>
        </p>
      </form>
    </dialog>
  );
}

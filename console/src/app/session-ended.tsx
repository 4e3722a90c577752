import { useEffect, useRef, useState } from 'preact/hooks';
import { call, Refused, send } from '../api/call.ts';
import { changed } from '../api/cache.ts';
import { hasEnded } from '../api/session.ts';
import { words } from '../words/index.ts';
import type { Me } from '../api/types.ts';
import { useMe } from './me.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { said } from '../kit/said.ts';

/** Signing in again without leaving the page, so that nothing typed is lost. */
export function SessionEnded() {
  const w = words.value;
  const me = useMe();
  const dialog = useRef<HTMLDialogElement>(null);
  const [fault, setFault] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => {
    if (hasEnded.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [hasEnded.value]);
  /** The same organisation as before, and nothing of what was typed. */
  const goOn = async () => {
    const { user, organization } = await call<Me>('auth/me');
    // A passkey may be that of somebody else who uses this browser.
    if (user.id !== me?.user.id) return location.assign('/');
    if (organization.id !== me.organization.id) {
      await send('auth/switch', { method: 'POST', body: { organization_id: me.organization.id } });
    }
    hasEnded.value = false;
    setPassword('');
    setFault('');
    changed('');
  };
  const signIn = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = { email: me?.user.email, password, ...(code !== '' && { totp_code: code }) };
    try {
      await send('auth/login', { method: 'POST', body: given });
      await goOn();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setNeedsCode(needsCode || error.problem.code === 'totp_required');
      setFault(said(error.problem));
    }
  };
  return (
    <dialog ref={dialog} class="again" aria-labelledby="ended" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={(event) => void signIn(event)}>
        <h2 id="ended">{w.endedTitle}</h2>
        <p class="quiet">{w.endedHint}</p>
        <p>
          <bdi>{me?.user.email}</bdi>
        </p>
        {/* Whoever keeps passwords for people finds theirs by it. */}
        <input type="text" autocomplete="username" value={me?.user.email} readOnly hidden />
        <label>
          {w.password}
          <input
            type="password"
            autocomplete="current-password"
            required
            autofocus
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        {needsCode && (
          <label>
            {w.code}
            <input
              inputmode="numeric"
              autocomplete="one-time-code"
              value={code}
              onInput={(event) => setCode(event.currentTarget.value)}
            />
          </label>
        )}
        {fault !== '' && (
          <p class="notice bad" role="alert">
            {fault}
          </p>
        )}
        {me?.token?.confined === true && (
          <p class="deeds">
            <a class="button" href="/login/sso" target="_blank" rel="external">
              {w.provider.openWindow}
            </a>
            <button type="button" onClick={() => void goOn()}>
              {w.provider.done}
            </button>
          </p>
        )}
        <p class="deeds">
          <button type="submit" class="primary">
            {w.signIn}
          </button>
          <PasskeyButton
            label={w.stepUp.passkey}
            path="auth/passkeys/login"
            isOffered={hasEnded.value && (me?.user.passkeys ?? 0) > 0}
            onSigned={() => void goOn()}
            onFault={setFault}
          />
        </p>
      </form>
    </dialog>
  );
}

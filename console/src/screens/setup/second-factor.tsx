import { useState } from 'preact/hooks';
import { call, Refused } from '../../api/call.ts';
import { changed } from '../../api/cache.ts';
import { useMe } from '../../app/me.ts';
import { Section } from '../../frames/record-page.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { textIn } from '../../kit/form/fields.ts';
import { Form } from '../../kit/form/form.tsx';
import { Secret } from '../../kit/secret.tsx';
import { say } from '../../kit/toast.tsx';
import { said } from '../../kit/said.ts';
import { filled, words } from '../../words/index.ts';

type Started = { readonly secret: string; readonly otpauth_uri: string };

/** The code of an authenticator app, asked for beside the password. */
export function SecondFactor() {
  const t = words.value.setup.profile;
  const user = useMe()?.user;
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = async () => {
    try {
      setStarted(await call<Started>('auth/totp', { method: 'POST', body: {} }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    }
  };
  return (
    <Section
      title={t.factor}
      action={
        user?.totp_enabled === true ? (
          <TurnOff />
        ) : (
          <button type="button" onClick={() => void begin()}>
            {t.turnOn}
          </button>
        )
      }
    >
      <p class="quiet">
        {user?.totp_enabled === true ? filled(t.codesLeft, { n: user.recovery_codes_left ?? 0 }) : t.factorHint}
      </p>
      {started && (
        <Dialog title={t.turnOn} onClose={() => setStarted(undefined)}>
          <p>{t.scan}</p>
          <p class="secret">
            <code>{started.secret}</code>
          </p>
          <p>
            <a href={started.otpauth_uri} rel="external">
              {t.openApp}
            </a>
          </p>
          <Form
            fields={[{ name: 'totp_code', label: words.value.code, isRequired: true, autocomplete: 'one-time-code' }]}
            start={{}}
            submit={t.turnOn}
            onSubmit={async (body, key) => {
              const answer = await call<{ recovery_codes: readonly string[] }>('auth/totp/confirm', {
                method: 'POST',
                body,
                key,
              });
              setStarted(undefined);
              setCodes(answer.recovery_codes);
              changed('auth/me');
            }}
          />
        </Dialog>
      )}
      {codes && <Secret title={t.recovery} secret={codes.join('\n')} onClose={() => setCodes(undefined)} />}
    </Section>
  );
}

function TurnOff() {
  const t = words.value.setup.profile;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {t.turnOff}
      </button>
      {isAsking && (
        <Dialog title={t.turnOff} onClose={() => setAsking(false)}>
          <p>{t.turnOffHint}</p>
          <Form
            fields={[{ name: 'totp_code', label: words.value.code, isRequired: true, autocomplete: 'one-time-code' }]}
            start={{}}
            submit={t.turnOff}
            isDangerous
            onSubmit={async (values, key) => {
              const asked = new URLSearchParams({ totp_code: textIn(values, 'totp_code') });
              await call(`auth/totp?${asked}`, { method: 'DELETE', key });
              setAsking(false);
              changed('auth/me');
            }}
          />
        </Dialog>
      )}
    </>
  );
}

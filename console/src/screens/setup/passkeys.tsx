import { useState } from 'preact/hooks';
import { changed, useAll } from '../../api/cache.ts';
import { addPasskey, isDeclined, takesPasskeys } from '../../api/passkey.ts';
import { useMe } from '../../app/me.ts';
import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { bodyOf } from '../../kit/form/body.ts';
import { type Field } from '../../kit/form/fields.ts';
import { Form } from '../../kit/form/form.tsx';
import { say } from '../../kit/toast.tsx';
import { moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
};

/** What the signed-in user can sign in with instead of a password. */
export function Passkeys() {
  const t = words.value.setup.profile;
  const { data } = useAll<Passkey>('auth/passkeys');
  const name: Field = { name: 'name', label: t.passkeyName, isRequired: true };
  const changes = ['auth/passkeys', 'auth/me'];
  return (
    <Section title={t.passkeys} action={takesPasskeys() && <Add />}>
      <p class="quiet">{t.passkeysHint}</p>
      <ul class="entries">
        {data?.map((passkey) => (
          <li key={passkey.id}>
            <span>{passkey.name}</span>
            <small class="quiet">{factsOf(passkey)}</small>
            <p class="deeds">
              <ActionButton
                label={t.rename}
                path={`auth/passkeys/${passkey.id}`}
                method="PATCH"
                fields={[name]}
                start={passkey}
                changes={changes}
              />
              <ActionButton
                label={t.removePasskey}
                path={`auth/passkeys/${passkey.id}`}
                method="DELETE"
                warning={filled(t.removePasskeyHint, { name: passkey.name })}
                changes={changes}
                isDangerous
              />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function factsOf({ synced, created_at: added, last_used_at: used }: Passkey): string {
  const t = words.value.setup.profile;
  const facts = [
    filled(t.passkeyAdded, { at: moment(added) }),
    used === null ? t.passkeyUnused : filled(t.passkeyUsed, { at: moment(used) }),
    ...(synced ? [t.passkeySynced] : []),
  ];
  return facts.join(' · ');
}

/** Asks for a name, and for the password of who has no second factor to confirm with. */
function Add() {
  const { setup, password } = words.value;
  const t = setup.profile;
  const user = useMe()?.user;
  const [isAsking, setAsking] = useState(false);
  const confirming: Field = {
    name: 'current_password',
    label: password,
    kind: 'password',
    isRequired: user?.passkeys === 0,
    autocomplete: 'current-password',
  };
  const fields: readonly Field[] = [
    { name: 'name', label: t.passkeyName, isRequired: true },
    ...(user?.totp_enabled === true ? [] : [confirming]),
  ];
  const add = async ({ name, ...confirmed }: Record<string, unknown>) => {
    try {
      await addPasskey(String(name), confirmed);
    } catch (error) {
      if (!isDeclined(error)) throw error;
      say(t.passkeyNot);
    }
    setAsking(false);
    changed('auth/passkeys', 'auth/me');
  };
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {t.addPasskey}
      </button>
      {isAsking && (
        <Dialog title={t.addPasskey} onClose={() => setAsking(false)}>
          <Form
            fields={fields}
            start={{}}
            submit={t.addPasskey}
            onCancel={() => setAsking(false)}
            onSubmit={(values) => add(bodyOf(fields, values))}
          />
        </Dialog>
      )}
    </>
  );
}

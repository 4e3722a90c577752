import { useState } from 'preact/hooks';
import { go } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { Secret } from '../../kit/secret.tsx';
import { words } from '../../words/index.ts';
import { webhookFields } from './webhook-fields.ts';

type Created = { readonly id: string; readonly secret: string };

/** The secret by which receivers tell our calls from others' is shown once, before the list. */
export function NewWebhook() {
  const w = words.value.webhookList;
  const [made, setMade] = useState<Created>();
  return (
    <>
      <CreateScreen
        title={w.create}
        path="webhooks"
        fields={webhookFields()}
        start={{ event_types: ['*'], max_concurrency: 4 }}
        back={{ href: '/webhooks', label: w.title }}
        changes={['webhooks']}
        onCreated={(saved) => setMade(saved as Created)}
      />
      {made && <Secret title={w.secret} secret={made.secret} onClose={() => go(`/webhooks?open=${made.id}`)} />}
    </>
  );
}

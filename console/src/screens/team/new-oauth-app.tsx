import { useState } from 'preact/hooks';
import { go } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { Secret } from '../../kit/secret.tsx';
import { words } from '../../words/index.ts';
import { useKeyScopes } from './api-key-fields.ts';
import { oauthAppFields } from './oauth-app-fields.ts';

type Created = { readonly id: string; readonly client_secret: string | null };

/** The secret is shown once, before the app with its client ID; a public app has none. */
export function NewOauthApp() {
  const w = words.value.oauthAppList;
  const options = useKeyScopes();
  const [made, setMade] = useState<Created>();
  const open = (id: string) => go(`/oauth-apps?open=${id}`);
  return (
    <>
      <CreateScreen
        title={w.create}
        path="oauth-apps"
        fields={oauthAppFields(options, { isNew: true })}
        start={{ type: 'confidential' }}
        back={{ href: '/oauth-apps', label: w.title }}
        changes={['oauth-apps']}
        onCreated={(saved) => {
          const app = saved as Created;
          if (app.client_secret === null) open(app.id);
          else setMade(app);
        }}
      />
      {made && <Secret title={w.secret} secret={made.client_secret ?? ''} onClose={() => open(made.id)} />}
    </>
  );
}

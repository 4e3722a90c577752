import { useState } from 'preact/hooks';
import { go } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { Secret } from '../../kit/secret.tsx';
import { words } from '../../words/index.ts';
import { apiKeyFields, keyBody, useKeyScopes } from './api-key-fields.ts';

type Created = { readonly id: string; readonly key: string };

/** The key is shown once, before the list. */
export function NewApiKey() {
  const w = words.value.apiKeyList;
  const options = useKeyScopes();
  const [made, setMade] = useState<Created>();
  return (
    <>
      <CreateScreen
        title={w.create}
        path="api-keys"
        fields={apiKeyFields(options)}
        complete={keyBody}
        back={{ href: '/api-keys', label: w.title }}
        changes={['api-keys']}
        onCreated={(saved) => setMade(saved as Created)}
      />
      {made && <Secret title={w.secret} secret={made.key} onClose={() => go(`/api-keys?open=${made.id}`)} />}
    </>
  );
}

import { useState } from 'preact/hooks';
import { ActionButton } from '../../kit/action.tsx';
import { Secret } from '../../kit/secret.tsx';
import { longDay } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Share = { readonly url: string; readonly expires_at: string };

/** A link under which the client sees the document, and answers it. */
export function ShareAction({ id }: { readonly id: string }) {
  const { docs: texts } = words.value.sell;
  const [share, setShare] = useState<Share>();
  return (
    <>
      <ActionButton
        label={texts.share}
        path={`documents/${id}/share`}
        needs="documents:write"
        changes={['document-shares']}
        onDone={(made) => setShare(made as Share)}
      />
      {share && (
        <Secret
          title={texts.share}
          secret={share.url}
          hint={filled(texts.shareHint, { date: longDay(share.expires_at) })}
          onClose={() => setShare(undefined)}
        />
      )}
    </>
  );
}

import { useState } from 'preact/hooks';
import { call, Refused } from '../../api/call.ts';
import { changed } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { say } from '../../kit/toast.tsx';
import { longDay } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { said } from '../../kit/said.ts';

type Share = { readonly url: string; readonly expires_at: string };

/** A link under which the client sees the document, and answers it. */
export function ShareAction({ id }: { readonly id: string }) {
  const w = words.value;
  const { docs: texts } = w.sell;
  const may = useMay();
  const [share, setShare] = useState<Share>();
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      setShare(await call<Share>(`documents/${id}/share`, { method: 'POST', body: {} }));
      changed('document-shares');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    }
    setBusy(false);
  };
  if (!may('documents:write')) return null;
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void make()}>
        {texts.share}
      </button>
      {share && (
        <Dialog title={texts.share} onClose={() => setShare(undefined)}>
          <p class="quiet">{filled(texts.shareHint, { date: longDay(share.expires_at) })}</p>
          <form
            class="inline"
            onSubmit={(event) => {
              event.preventDefault();
              void navigator.clipboard.writeText(share.url).then(() => say(texts.copied));
            }}
          >
            <input
              class="wide"
              readOnly
              aria-label={texts.share}
              value={share.url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="submit" class="primary">
              {texts.copy}
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Problem, Refused } from '../../api/call.ts';
import { isNarrow } from '../../app/width.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { said } from '../../kit/said.ts';
import { filled, words } from '../../words/index.ts';

type Live = {
  /** What the document would be made of; undefined as long as it is too little for a page. */
  readonly of: object | undefined;
};

/** The page that is written, beside its form. */
export function LivePage({ of }: Live) {
  const { docs: texts } = words.value.sell;
  if (isNarrow.value) return null;
  return (
    <section class="sheet" aria-label={texts.livePage}>
      <Page of={of} />
    </section>
  );
}

/** The same where there is no room beside the form. It is set only while somebody looks. */
export function LivePageButton({ of }: Live) {
  const { docs: texts } = words.value.sell;
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow.value) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.preview}
      </button>
      {isOpen && (
        <Dialog title={texts.livePage} onClose={() => setOpen(false)}>
          <Page of={of} />
        </Dialog>
      )}
    </>
  );
}

function Page({ of }: Live) {
  const w = words.value;
  const { docs: texts } = w.sell;
  const [wanted, setWanted] = useState(1);
  const { url, page, pages, problem, isOld } = usePreview(of, wanted);
  // Lines were taken out, and with them the page that was looked at.
  const isGone = problem?.errors?.some(({ pointer }) => pointer === '/page') === true;
  useEffect(() => {
    if (isGone) setWanted(1);
  }, [isGone]);
  const note = of === undefined ? texts.tooLittle : problem && !isGone ? said(problem) : undefined;
  return (
    <>
      <div class="pages live" tabIndex={0} role="group" aria-label={texts.livePage} data-old={isOld}>
        {note !== undefined && <p class="quiet">{note}</p>}
        {url === undefined ? (
          <div class="paper" />
        ) : (
          <img src={url} alt={filled(texts.pageOf, { page, pages })} data-page={page} />
        )}
      </div>
      {pages > 1 && (
        <nav class="turn" aria-label={texts.livePage}>
          <button
            type="button"
            class="bare back"
            aria-label={texts.pageBefore}
            disabled={page === 1}
            onClick={() => setWanted(page - 1)}
          >
            <Icon name="arrow" />
          </button>
          <span class="quiet">{filled(texts.pageOf, { page, pages })}</span>
          <button
            type="button"
            class="bare"
            aria-label={texts.pageAfter}
            disabled={page === pages}
            onClick={() => setWanted(page + 1)}
          >
            <Icon name="arrow" />
          </button>
        </nav>
      )}
    </>
  );
}

type Previewed = { readonly image: string; readonly page: number; readonly pages: number };
type Shown = {
  readonly url?: string;
  readonly page: number;
  readonly pages: number;
  readonly problem?: Problem | undefined;
  /** It is the page of what was typed before. */
  readonly isOld: boolean;
};

/** How long nothing is typed before the page is set: a page takes longer to set than a letter to type. */
const pauseMs = 400;

/** The page that was there stays until the next one can be drawn, and no older answer comes after a newer one. */
function usePreview(of: object | undefined, wanted: number): Shown {
  const [shown, setShown] = useState<Shown>({ page: 1, pages: 0, isOld: false });
  const drawn = useRef<string | undefined>(undefined);
  const text = of && JSON.stringify({ ...of, page: wanted });
  useEffect(() => {
    setShown((before) => ({ ...before, isOld: true }));
    if (text === undefined) return;
    const stop = new AbortController();
    const { signal } = stop;
    const read = async () => {
      const body = JSON.parse(text) as object;
      const { image, page, pages } = await call<Previewed>('documents/preview', { method: 'POST', body, signal });
      const url = URL.createObjectURL(new Blob([image], { type: 'image/svg+xml' }));
      await decoded(url);
      if (signal.aborted) return URL.revokeObjectURL(url);
      if (drawn.current !== undefined) URL.revokeObjectURL(drawn.current);
      drawn.current = url;
      setShown({ url, page, pages, isOld: false });
    };
    const later = setTimeout(() => {
      read().catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        setShown((before) => ({ ...before, problem: error.problem }));
      });
    }, pauseMs);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [text]);
  useEffect(() => () => URL.revokeObjectURL(drawn.current ?? ''), []);
  return shown;
}

/** Ready to be drawn at once, so that nothing blinks where it takes the place of another. */
async function decoded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}

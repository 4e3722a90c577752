import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Problem, Refused } from '../api/call.ts';
import { isNarrow } from '../app/width.ts';
import { filled, words } from '../words/index.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { said } from './said.ts';

type Live = {
  /** Answers a page of what it is sent. */
  readonly path: string;
  /** Body of the preview request; undefined as long as it is incomplete. */
  readonly of: object | undefined;
  /** Text shown while it is incomplete. */
  readonly tooLittle?: string;
  /** Of what is there already: the page is drawn again when it changes. */
  readonly version?: number;
  /** Told of each answer, which may have more than the page. */
  readonly onAnswer?: (answer: Previewed) => void;
};

/** The page that is written, beside its form. */
export function LivePage(live: Live) {
  const { docs: texts } = words.value.sell;
  if (isNarrow.value) return null;
  return (
    <section class="sheet" aria-label={texts.livePage}>
      <Page {...live} />
    </section>
  );
}

/** The same where there is no room beside the form. It is set only while somebody looks. */
export function LivePageButton(live: Live) {
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
          <Page {...live} />
        </Dialog>
      )}
    </>
  );
}

function Page({ of, tooLittle, ...live }: Live) {
  const w = words.value;
  const { docs: texts } = w.sell;
  const [wanted, setWanted] = useState(1);
  const { url, page, pages, problem, isOld } = usePreview({ ...live, of }, wanted);
  // Lines were taken out, and with them the page that was looked at.
  const isGone = problem?.errors?.some(({ pointer }) => pointer === '/page') === true;
  useEffect(() => {
    if (isGone) setWanted(1);
  }, [isGone]);
  const note = of === undefined ? tooLittle : problem && !isGone ? saidOf(problem) : undefined;
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

/** A fault in a source says where it is. */
function saidOf(problem: Problem): string {
  const { line, column, message } = problem.errors?.[0] ?? {};
  return typeof line === 'number' ? `${line}:${column ?? 1} ${message}` : said(problem);
}

export type Previewed = { readonly image: string; readonly page: number; readonly pages: number };
type Shown = {
  readonly url?: string;
  readonly page: number;
  readonly pages: number;
  readonly problem?: Problem | undefined;
  /** It is the page of what was typed before. */
  readonly isOld: boolean;
};

/** Pause in typing before the page is rendered: rendering takes longer than typing a letter. */
const pauseMs = 400;

/** The page that was there stays until the next one can be drawn, and no older answer comes after a newer one. */
function usePreview({ path, of, version, onAnswer }: Live, wanted: number): Shown {
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
      const answer = await call<Previewed>(path, { method: 'POST', body, signal });
      const { image, page, pages } = answer;
      const url = URL.createObjectURL(new Blob([image], { type: 'image/svg+xml' }));
      await decoded(url);
      if (signal.aborted) return URL.revokeObjectURL(url);
      if (drawn.current !== undefined) URL.revokeObjectURL(drawn.current);
      drawn.current = url;
      setShown({ url, page, pages, isOld: false });
      onAnswer?.(answer);
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
  }, [path, text, version]);
  useEffect(() => () => URL.revokeObjectURL(drawn.current ?? ''), []);
  return shown;
}

/** Ready to be drawn at once, so that nothing blinks where it takes the place of another. */
async function decoded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}

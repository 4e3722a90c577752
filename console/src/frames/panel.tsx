import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../api/call.ts';
import { onceRead } from '../api/first-reads.ts';
import { goWith } from '../app/router.ts';
import { isNarrow } from '../app/width.ts';
import { Icon } from '../kit/icon.tsx';
import { Trouble, Waiting } from '../kit/states.tsx';
import { filled, words } from '../words/index.ts';

/** Above a part of a panel: on a phone, where the panel is the page, it is one level higher. */
export function PanelHeading({ children }: { readonly children: ComponentChildren }) {
  return <h3 aria-level={isNarrow.value ? 2 : 3}>{children}</h3>;
}

type Panel = {
  /** Small, above the title: its number or kind. */
  readonly eyebrow?: ComponentChildren;
  readonly title: string;
  /** Undefined as long as it is read. */
  readonly isLoaded: boolean;
  readonly problem?: Problem | undefined;
  readonly actions?: ComponentChildren;
  /** Leads to the page of the record. */
  readonly href?: string;
  /** Query parameters that open the panel; `open` by default. */
  readonly closes?: readonly string[];
  readonly children: ComponentChildren;
};

/** The frame of a record beside the list that it was found in. */
export function Panel({ eyebrow, title, isLoaded, problem, actions, href, closes = ['open'], children }: Panel) {
  const close = () => goWith(Object.fromEntries(closes.map((name) => [name, undefined])));
  const w = words.value;
  const isThere = useTogether(isLoaded);
  return (
    <aside class="panel" aria-label={filled(w.sheet, { number: title })} data-coming={isLoaded && !isThere}>
      {isLoaded ? (
        <>
          <header>
            <div>
              {eyebrow !== undefined && <p class="eyebrow">{eyebrow}</p>}
              <h2 aria-level={isNarrow.value ? 1 : 2}>{href === undefined ? title : <a href={href}>{title}</a>}</h2>
            </div>
            <button type="button" class="bare" aria-label={w.close} onClick={close}>
              <Icon name="close" />
            </button>
          </header>
          {actions !== undefined && <div class="deeds">{actions}</div>}
          {children}
          {!isThere && <Waiting lines={10} />}
        </>
      ) : problem ? (
        <Trouble problem={problem} />
      ) : (
        <Waiting lines={10} />
      )}
    </aside>
  );
}

/** The parts of a record that had to be read come together; those of one that was read ahead follow it. */
function useTogether(isLoaded: boolean): boolean {
  const [isThere, setThere] = useState(isLoaded);
  useEffect(() => {
    if (isThere) return;
    return isLoaded ? onceRead(() => setThere(true)) : undefined;
  }, [isLoaded]);
  return isThere;
}

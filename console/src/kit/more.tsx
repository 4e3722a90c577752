import { type ComponentChildren, createContext } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { words } from '../words/index.ts';
import { Icon } from './icon.tsx';

const Opened = createContext(true);
/** False behind a button that nobody has pressed yet: what is there need not be read. */
export const useOpened = (): boolean => useContext(Opened);

/** Rare actions behind one button. It stays open while one of its windows is, and closes when left. */
export function More({ label, children }: { readonly label?: string; readonly children: ComponentChildren }) {
  const box = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const close = () => {
    if (box.current !== null) box.current.open = false;
  };
  return (
    <details
      ref={box}
      class="more"
      onToggle={() => setOpened(true)}
      onFocusOut={({ relatedTarget }) => {
        const isInside = relatedTarget instanceof Node && box.current?.contains(relatedTarget);
        if (relatedTarget !== null && !isInside) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || box.current?.querySelector('dialog[open]')) return;
        if (box.current?.open) event.stopPropagation();
        close();
        box.current?.querySelector('summary')?.focus();
      }}
    >
      <summary class="button">
        {label ?? words.value.more}
        <Icon name="more" />
      </summary>
      <div>
        <Opened.Provider value={wasOpened}>{children}</Opened.Provider>
      </div>
    </details>
  );
}

import { batch, computed, signal } from '@preact/signals';

/** The address alone holds the state of the console: every list, filter and open panel is a link. */
const address = signal(new URL(location.href));
/** That of the screen which is shown: it keeps its own while the next one comes, or would ask for what is not its. */
const place = signal(address.peek());
export const path = computed(() => address.value.pathname);
export const query = computed(() => place.value.searchParams);

let isOfShown: (pathname: string) => boolean = () => true;

/** The screen of the address is there: from now on it is told of changes of addresses that are its own. */
export function arrive(isOwn: (pathname: string) => boolean): void {
  isOfShown = isOwn;
  place.value = address.peek();
}

function moved(): void {
  const url = new URL(location.href);
  batch(() => {
    address.value = url;
    if (isOfShown(url.pathname)) place.value = url;
  });
}

export function go(to: string, { isReplaced = false } = {}): void {
  const show = () => {
    history[isReplaced ? 'replaceState' : 'pushState'](null, '', to);
    moved();
  };
  const isOther = new URL(to, location.href).pathname !== path.peek();
  show();
  if (isOther) {
    document.querySelector('main')?.scrollTo(0, 0);
    // Screen readers announce the heading of the new page, unless the link names a field.
    if (location.hash !== '') return;
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }));
  }
}

/** The same place with other words behind the question mark. */
export function goWith(changes: Readonly<Record<string, string | undefined>>): void {
  const next = new URL(address.peek());
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.searchParams.delete(name);
    else next.searchParams.set(name, value);
  }
  go(`${next.pathname}${next.search}`, { isReplaced: true });
}

addEventListener('popstate', moved);
/** Links stay links: with a modifier they open elsewhere, as everywhere on the web. */
addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.('a');
  if (!link || link.origin !== location.origin || link.rel === 'external' || link.target !== '') return;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  if (link.hash !== '' && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.href);
});

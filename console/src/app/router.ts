import { computed, signal } from '@preact/signals';

/** The address alone holds the state of the console: every list, filter and open panel is a link. */
const address = signal(new URL(location.href));
export const path = computed(() => address.value.pathname);
export const query = computed(() => address.value.searchParams);

export function go(to: string, { isReplaced = false } = {}): void {
  const show = () => {
    history[isReplaced ? 'replaceState' : 'pushState'](null, '', to);
    address.value = new URL(location.href);
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

addEventListener('popstate', () => {
  address.value = new URL(location.href);
});
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

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useRead } from '../api/cache.ts';
import type { Page, Preferences } from '../api/types.ts';
import { Icon } from '../kit/icon.tsx';
import { Toasts } from '../kit/toast.tsx';
import { words } from '../words/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { isKeyHelpOpen, KeyHelp } from './key-help.tsx';
import { isMac, useKeys } from './keys.ts';
import { useMay, useMe } from './me.ts';
import { openPalette, Palette } from './palette.tsx';
import { places } from './places.ts';
import { preferencesPath, takeUp } from './preferences.ts';
import { go, path } from './router.ts';
import { waiting as approvalsWaiting } from './waiting.ts';
import { Offline } from './offline.tsx';
import { SessionEnded } from './session-ended.tsx';
import { StepUp } from './step-up.tsx';

const isMenuOpen = signal(false);

/** The place in the menu that the address belongs to: of several, the nearest. */
function placeAt(address: string): string | undefined {
  const within = places
    .flatMap((group) => group.places)
    .map(({ path: to }) => to)
    .filter((to) => address === to || (to !== '/' && address.startsWith(`${to}/`)));
  return within.toSorted((one, other) => other.length - one.length)[0];
}

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const w = words.value;
  const me = useMe();
  const may = useMay();
  const waiting = useRead<Page<unknown>>(may('approvals:read') ? approvalsWaiting : undefined).data?.total_count ?? 0;
  useKeys({
    ...Object.fromEntries(
      places
        .flatMap((group) => group.places)
        .flatMap(({ keys, needs, path: to }) => (keys !== undefined && may(needs) ? [[keys, () => go(to)]] : [])),
    ),
    'mod+k': openPalette,
    n: () => go('/sales/new'),
    '/': () => document.querySelector<HTMLElement>('[type=search]')?.focus(),
    '?': () => {
      isKeyHelpOpen.value = true;
    },
  });
  const preferences = useRead<Preferences>(preferencesPath).data;
  useEffect(() => preferences && takeUp(preferences), [preferences]);
  const here = placeAt(path.value);
  const close = () => {
    isMenuOpen.value = false;
  };
  return (
    <div
      class="shell"
      data-menu={isMenuOpen.value}
      onClickCapture={(e) => (e.target as Element).closest('nav a') && close()}
    >
      <a class="skip" href="#content">
        {w.skip}
      </a>
      <nav class="side" aria-label={w.menu}>
        <div class="house">
          <span class="mark" aria-hidden="true">
            {me?.organization.name.slice(0, 1)}
          </span>
          <b>{me?.organization.name ?? '\u00A0'}</b>
        </div>
        <button type="button" class="find" onClick={openPalette}>
          <Icon name="search" />
          <span>{w.search}</span>
          <kbd>{isMac ? '⌘' : 'Ctrl '}K</kbd>
        </button>
        <div class="places">
          {places.map(({ group, places: some }) => {
            const open = some.filter(({ needs }) => may(needs));
            return (
              open.length > 0 && (
                <div key={group ?? ''} class="group">
                  {group && <p id={`group-${group}`}>{w.groups[group]}</p>}
                  <ul {...(group ? { 'aria-labelledby': `group-${group}` } : {})}>
                    {open.map(({ path: to, name, isPage = false }) => (
                      <li key={to}>
                        <a
                          href={to}
                          {...(isPage ? { rel: 'external' } : {})}
                          {...(to === here ? { 'aria-current': 'page' as const } : {})}
                        >
                          <Icon name={name} />
                          {w[name]}
                          {name === 'approvals' && waiting > 0 && <span class="count">{waiting}</span>}
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              )
            );
          })}
        </div>
        <AccountMenu />
      </nav>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <nav class="tabs" aria-label={w.goTo}>
        <a href="/" {...(path.value === '/' ? { 'aria-current': 'page' as const } : {})}>
          <Icon name="home" />
          {w.home}
        </a>
        <a href="/sales" {...(path.value === '/sales' ? { 'aria-current': 'page' as const } : {})}>
          <Icon name="sales" />
          {w.sales}
        </a>
        <a href="/sales/new" class="main" aria-label={w.newSale}>
          <Icon name="plus" />
        </a>
        <button type="button" onClick={openPalette}>
          <Icon name="search" />
          {w.search.split(' ')[0]}
        </button>
        <button
          type="button"
          aria-expanded={isMenuOpen.value}
          onClick={() => {
            isMenuOpen.value = !isMenuOpen.value;
          }}
        >
          <Icon name="more" />
          {w.more}
        </button>
      </nav>
      <Palette />
      <KeyHelp />
      <Toasts />
      <Offline />
      <StepUp />
      <SessionEnded />
    </div>
  );
}

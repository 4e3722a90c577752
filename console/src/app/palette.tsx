import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Found } from '../api/types.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { bare } from '../kit/bare.ts';
import { Picker } from '../kit/picker.tsx';
import { listDay, money } from '../kit/values.ts';
import { chooseLanguage, language, languageName, languages, words } from '../words/index.ts';
import { useMay } from './me.ts';
import { places } from './places.ts';
import { go } from './router.ts';
import { turnTheme } from './preferences.ts';

const isOpen = signal(false);
export const openPalette = (): void => {
  isOpen.value = true;
};

type Choice = {
  readonly id: string;
  readonly kind: string;
  readonly icon: IconName;
  readonly title: string;
  readonly note?: string;
  readonly amount?: string | undefined;
  readonly keys?: string | undefined;
  readonly deed: () => void;
};
const homes: Readonly<Record<string, { readonly icon: IconName; readonly to: (id: string) => string }>> = {
  sale: { icon: 'sales', to: (id) => `/sales/${id}` },
  document: { icon: 'documents', to: (id) => `/documents/${id}` },
  client: { icon: 'clients', to: (id) => `/clients/${id}` },
};

const nothing = { of: '', results: [] };

/** Nothing for records that have no screen. */
function choiceOf({ id, type, title, subtitle, date, amount, currency }: Found, kind: string): Choice[] {
  const home = homes[type];
  if (home === undefined) return [];
  return [
    {
      id,
      kind,
      icon: home.icon,
      title,
      note: [subtitle, date && listDay(date)].filter(Boolean).join(' · '),
      amount: amount === null ? undefined : money(amount, currency ?? undefined),
      deed: () => go(home.to(id)),
    },
  ];
}

/** Everything from one field: where to go, what to make, and any record by its number, name or text. */
export function Palette() {
  const w = words.value;
  const may = useMay();
  const window = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ readonly of: string; readonly results: readonly Found[] }>(nothing);
  useEffect(() => {
    if (isOpen.value) window.current?.showModal();
    else {
      window.current?.close();
      setText('');
    }
  }, [isOpen.value]);
  useEffect(() => {
    if (text.trim().length < 2) return setFound(nothing);
    const stop = new AbortController();
    const later = setTimeout(() => {
      void call<{ results: readonly Found[] }>(`search?limit=4&q=${encodeURIComponent(text.trim())}`, {
        signal: stop.signal,
      }).then(
        ({ results }) => setFound({ of: text, results }),
        () => undefined,
      );
    }, 90);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [text]);
  const deeds: readonly Choice[] = [
    {
      id: 'new-sale',
      kind: w.make,
      icon: 'plus' as const,
      title: w.newSale,
      keys: 'N',
      deed: () => go('/sales/new'),
      needs: 'sales:write',
    },
    ...places
      .flatMap((group) => group.places)
      .map(({ path, name, needs, keys, isPage = false }) => ({
        id: path,
        kind: w.goTo,
        icon: name,
        title: w[name],
        keys: keys?.toUpperCase(),
        deed: () => (isPage ? location.assign(path) : go(path)),
        needs,
      })),
    { id: 'theme', kind: w.settings, icon: 'theme' as const, title: w.theme, deed: turnTheme, needs: undefined },
    ...languages
      .filter((code) => code !== language.value)
      .map((code) => ({
        id: `language ${code}`,
        kind: w.settings,
        icon: 'language' as const,
        title: languageName(code),
        deed: () => void chooseLanguage(code),
        needs: undefined,
      })),
  ].filter(({ needs }) => may(needs));
  const wanted = bare(text.trim());
  const fitting = deeds.filter(
    ({ title }) =>
      wanted === '' ||
      bare(title)
        .split(/\s/)
        .some((word) => word.startsWith(wanted)) ||
      bare(title).includes(wanted),
  );
  const choices: readonly Choice[] = [...fitting, ...found.results.flatMap((one) => choiceOf(one, w.found))];
  const isSearched = wanted.length < 2 || found.of === text;
  return (
    <dialog
      ref={window}
      class="palette"
      aria-label={w.search}
      closedby="any"
      onClose={() => {
        isOpen.value = false;
      }}
    >
      {isOpen.value && (
        <Picker
          label={w.search}
          hint={w.searchHint}
          text={text}
          onText={setText}
          options={choices}
          isStale={fitting.length === 0 && !isSearched}
          keyOf={({ id }) => id}
          titleOf={({ title }) => title}
          none={w.nothingFound}
          isAlwaysOpen
          onPick={({ deed }) => {
            isOpen.value = false;
            deed();
          }}
          show={({ icon, title, note, amount, kind, keys, id }) => (
            <>
              {choices.find((one) => one.kind === kind)?.id === id && <small>{kind}</small>}
              <Icon name={icon} />
              <span>{title}</span>
              {note && <span class="quiet note">{note}</span>}
              {amount && <b class="figure">{amount}</b>}
              {keys && <kbd>{keys}</kbd>}
            </>
          )}
        />
      )}
    </dialog>
  );
}

import { effect, signal } from '@preact/signals';
import { changed } from '../api/cache.ts';
import { call } from '../api/call.ts';
import { store, stored } from '../api/storage.ts';
import type { Preferences } from '../api/types.ts';
import { chooseLanguage, language } from '../words/index.ts';

type Kept = NonNullable<Preferences['preferences']['console']>;

export const preferencesPath = 'auth/me/preferences';

/** Kept on this device too, so that the first page is drawn right before the service answers. */
const kept = signal<Kept>(JSON.parse(stored('preferences') ?? '{}') as Kept);
effect(() => {
  document.documentElement.dataset['theme'] = kept.value.theme ?? '';
  store('preferences', JSON.stringify(kept.value));
});

/** As the service has it, on every device. */
export function takeUp({ preferences: { console: ours = {} } }: Preferences): void {
  kept.value = ours;
  if (ours.language !== undefined && ours.language !== language.peek()) void chooseLanguage(ours.language);
}

function keep(change: Kept): void {
  kept.value = { ...kept.peek(), ...change };
  const body = { preferences: { console: change } };
  call(preferencesPath, { method: 'PATCH', body }).then(
    () => changed(preferencesPath),
    // It stays on this device, and goes along with the next change that is taken.
    () => undefined,
  );
}

export function turnTheme(): void {
  const { theme = '' } = kept.peek();
  const isDark = theme === 'dark' || (theme === '' && matchMedia('(prefers-color-scheme:dark)').matches);
  keep({ theme: isDark ? 'light' : 'dark' });
}

export function keepLanguage(to: string): void {
  void chooseLanguage(to);
  keep({ language: to });
}

/** Single letters do something only for those who want it: speech and tremor type them, too. */
export const hasLetters = (): boolean => kept.value.letters !== false;
export const keepLetters = (letters: boolean): void => keep({ letters });

/** Columns of a list that are not shown. */
export const hiddenIn = (list: string): readonly string[] => kept.value.hidden_columns?.[list] ?? [];

export function keepColumn(list: string, column: string, isShown: boolean): void {
  const others = hiddenIn(list).filter((one) => one !== column);
  const hidden = isShown ? others : [...others, column];
  keep({ hidden_columns: { ...kept.peek().hidden_columns, [list]: hidden } });
}

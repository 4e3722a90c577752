import { signal } from '@preact/signals';
import { Dialog } from '../kit/dialog.tsx';
import { words } from '../words/index.ts';
import { isMac } from './keys.ts';
import { useMay } from './me.ts';
import { places } from './places.ts';

export const isKeyHelpOpen = signal(false);

/** The keys that this console knows, those of its places by the menu. */
export function KeyHelp() {
  const w = words.value;
  const may = useMay();
  if (!isKeyHelpOpen.value) return null;
  const mod = isMac ? '⌘' : 'Ctrl';
  const going = places
    .flatMap((group) => group.places)
    .flatMap(({ name, keys, needs }) => (keys !== undefined && may(needs) ? [[keys, w[name]] as const] : []));
  const shown: readonly (readonly [string, string])[] = [
    [`${mod} K`, w.searchHint],
    ['/', w.keyHelp.find],
    ['n', w.keyHelp.make],
    ['j k', w.keyHelp.move],
    ['x', w.keyHelp.choose],
    ['Enter', w.keyHelp.open],
    ['Esc', w.close],
    [`${mod} Enter`, w.keyHelp.save],
    ...going,
  ];
  return (
    <Dialog
      title={w.accountMenu.keys}
      onClose={() => {
        isKeyHelpOpen.value = false;
      }}
    >
      <dl class="facts">
        {shown.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

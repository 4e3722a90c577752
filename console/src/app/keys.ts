import { useLayoutEffect, useRef } from 'preact/hooks';
import { hasLetters } from './preferences.ts';

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;
const layers: { keys: Keys }[] = [];

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Enter belongs to the button or link that has the focus, and only then to a list. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null;

/** `mod+k`, `g s` (one after the other), `j`. Single letters rest while somebody types. */
let before = '';
addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : '';
  const name = `${mod}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
  if (isTyping(event.target) && mod === '' && event.key !== 'Escape') return;
  if (mod === '' && event.key.length === 1 && !hasLetters()) return;
  if (name === 'Enter' && isPressed(event.target)) return;
  // A window that is open has the keys to itself.
  if (document.querySelector('dialog[open]') !== null && name !== 'mod+k') return;
  const sequence = `${before} ${name}`;
  before = mod === '' && event.key.length === 1 ? name : '';
  for (const { keys } of layers.toReversed()) {
    const deed = keys[sequence] ?? keys[name];
    if (deed === undefined) continue;
    event.preventDefault();
    before = '';
    deed(event);
    return;
  }
});

/**
 * Keys as long as what has them is on screen; the last to come has them first. Drawing again is not coming: the shell
 * would take the keys of the screen within it whenever it counts what waits.
 */
export function useKeys(keys: Keys): void {
  const layer = useRef({ keys });
  layer.current.keys = keys;
  useLayoutEffect(() => {
    const own = layer.current;
    layers.push(own);
    return () => void layers.splice(layers.indexOf(own), 1);
  }, []);
}

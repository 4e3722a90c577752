import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 60rem)');
/** On a narrow screen an opened record replaces the list that it was opened from. */
export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});

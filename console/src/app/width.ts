import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 60rem)');
/** Where what was opened takes the place of the list that it was opened from. */
export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});

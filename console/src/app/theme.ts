import { effect, signal } from '@preact/signals';

const theme = signal(localStorage.getItem('theme') ?? '');
effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});
export function turnTheme(): void {
  const isDark = theme.value === 'dark' || (theme.value === '' && matchMedia('(prefers-color-scheme:dark)').matches);
  theme.value = isDark ? 'light' : 'dark';
  localStorage.setItem('theme', theme.value);
}

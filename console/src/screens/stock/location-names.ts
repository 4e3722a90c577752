import { useAll } from '../../api/cache.ts';

type Location = { readonly id: string; readonly name: string };

export function useLocationNames(): (id: string) => string {
  const all = useAll<Location>('locations').rows;
  return (id) => all.find((one) => one.id === id)?.name ?? '';
}

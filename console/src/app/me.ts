import { useRead } from '../api/cache.ts';
import type { Me } from '../api/types.ts';

export const useMe = () => useRead<Me>('auth/me').data;

/** Whether the member's role includes a permission; what it does not include is not offered. */
export function useMay(): (permission: string | undefined) => boolean {
  const held = useMe()?.permissions;
  return (permission) => permission === undefined || held?.includes(permission) === true;
}

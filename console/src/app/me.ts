import { useRead } from '../api/cache.ts';
import type { Me } from '../api/types.ts';

export const useMe = () => useRead<Me>('auth/me').data;

/** True for permissions of the member's role; actions that need others are not offered. */
export function useMay(): (permission: string | undefined) => boolean {
  const held = useMe()?.permissions;
  return (permission) => permission === undefined || held?.includes(permission) === true;
}

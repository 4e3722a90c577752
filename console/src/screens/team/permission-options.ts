import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import type { Option } from '../../kit/form/fields.ts';
import { permissionName, useApiNames } from '../../words/api-names.ts';
import { words } from '../../words/index.ts';

type Permission = { readonly name: string; readonly description: string };

/** Permissions, grouped by area. */
export function usePermissionOptions(): readonly Option[] {
  const isNamed = useApiNames();
  const areas: Readonly<Record<string, string>> = words.value.team.areas;
  const permissions = useRead<Page<Permission>>('permissions').data?.data ?? [];
  if (!isNamed) return [];
  return permissions.map(({ name, description }) => {
    const [area = ''] = name.split(':', 1);
    return { value: name, label: permissionName(name, description), group: areas[area] ?? area };
  });
}

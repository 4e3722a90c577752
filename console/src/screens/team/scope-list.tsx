import { usePermissionOptions } from './permission-options.ts';

/** Permissions in words. */
export function ScopeList({ of }: { readonly of: readonly string[] }) {
  const meaning = new Map(usePermissionOptions().map(({ value, label }) => [value, label]));
  return (
    <ul class="tick-list">
      {of.map((scope) => (
        <li key={scope}>{meaning.get(scope) ?? (meaning.size === 0 ? '' : scope)}</li>
      ))}
    </ul>
  );
}

import type { ComponentChildren } from 'preact';

export type Fact = readonly [name: string, value: ComponentChildren];

/** Facts of a record; those without a value are left out. */
export function Facts({ of }: { readonly of: readonly Fact[] }) {
  const said = of.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  return (
    <dl class="facts">
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

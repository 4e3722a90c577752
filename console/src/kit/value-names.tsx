import { useRead } from '../api/cache.ts';

/** What a line is for, a value of a dimension to a line of text, which is there before the name is. */
export function ValueNames({ ids }: { readonly ids: readonly string[] }) {
  return (
    <>
      {ids.map((id) => (
        <ValueName key={id} id={id} />
      ))}
    </>
  );
}

function ValueName({ id }: { readonly id: string }) {
  const { data } = useRead<{ readonly code: string; readonly name: string }>(`dimension-values/${id}`);
  return <small class="quiet">{data ? `${data.code} ${data.name}` : '\u00a0'}</small>;
}

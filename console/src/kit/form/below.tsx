type Below = { readonly id: string; readonly hint: string | undefined; readonly fault: string | undefined };

/** Text below a field: its fault, else its hint. */
export function Below({ id, hint, fault }: Below) {
  if (fault === undefined && hint === undefined) return null;
  return (
    <small id={`${id}note`} class={fault === undefined ? 'quiet' : 'fault'}>
      {fault ?? hint}
    </small>
  );
}

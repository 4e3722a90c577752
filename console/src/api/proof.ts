import { signal } from '@preact/signals';

/** `through` the provider of the business, where it signed them in. */
type Asked = { readonly through: unknown; readonly answer: (isProven: boolean) => void };

/** Set while somebody is asked for their second factor again, before what cannot be undone. */
export const asked = signal<Asked | undefined>(undefined);
let asking: Promise<boolean> | undefined;

/** True once it was given; false where they would rather not. Calls that ask meanwhile share the answer. */
export function proven(through?: unknown): Promise<boolean> {
  asking ??= new Promise<boolean>((done) => {
    asked.value = { through, answer: done };
  }).finally(() => {
    asking = undefined;
    asked.value = undefined;
  });
  return asking;
}

import { signal } from '@preact/signals';

/** Set while somebody is asked for their second factor again, before what cannot be undone. */
export const asked = signal<{ readonly answer: (isProven: boolean) => void } | undefined>(undefined);
let asking: Promise<boolean> | undefined;

/** True once it was given; false where they would rather not. Calls that ask meanwhile share the answer. */
export function proven(): Promise<boolean> {
  asking ??= new Promise<boolean>((done) => {
    asked.value = { answer: done };
  }).finally(() => {
    asking = undefined;
    asked.value = undefined;
  });
  return asking;
}

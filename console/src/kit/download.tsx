import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Refused, send } from '../api/call.ts';
import { said } from './said.ts';

type Download = {
  /** Of the API. */
  readonly path: string;
  readonly name: string;
  readonly label?: string;
  readonly children: ComponentChildren;
  readonly onFault: (text: string) => void;
};

/** Saves what the API answers: a plain link would not be let in. */
export function Download({ path, name, label, children, onFault }: Download) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const url = URL.createObjectURL(await (await send(path)).blob());
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      onFault(said(error.problem));
    }
    setBusy(false);
  };
  return (
    <button type="button" aria-label={label} disabled={isBusy} onClick={() => void save()}>
      {children}
    </button>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { send } from '../api/call.ts';
import { words } from '../words/index.ts';
import { Download } from './download.tsx';
import { say } from './toast.tsx';

type Scan = { readonly path: string; readonly name: string; readonly type: string };

/** A kept picture shown as it is; what browsers show only in a reader of its own can be saved. */
export function Scan({ path, name, type }: Scan) {
  const [url, setUrl] = useState<string>();
  const isPicture = /^image\/(jpeg|png|webp)$/.test(type);
  useEffect(() => {
    if (!isPicture) return;
    const stop = new AbortController();
    let made: string | undefined;
    const read = async () => {
      made = URL.createObjectURL(await (await send(path, { signal: stop.signal })).blob());
      setUrl(made);
    };
    // Without a picture there is the button to save it.
    read().catch(() => undefined);
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [path]);
  return (
    <figure class="scan">
      {url !== undefined && <img src={url} alt={name} />}
      <figcaption>
        <span>{name}</span>
        <Download path={path} name={name} onFault={say}>
          {words.value.form.download}
        </Download>
      </figcaption>
    </figure>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { send } from '../api/call.ts';
import { filled, words } from '../words/index.ts';

type Pages = {
  /** Of the API: it answers a picture of all pages. */
  readonly path: string;
  readonly name: string;
  /** Version of the record: another version has other pages. */
  readonly version?: number | undefined;
};

/** Pages as one picture: phones show no PDF inside a page. */
export function Pages({ path, name, version }: Pages) {
  const w = words.value;
  const [url, setUrl] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | undefined;
    const read = async () => {
      const response = await send(path, { signal: stop.signal });
      made = URL.createObjectURL(await response.blob());
      setUrl(made);
      setFailed(false);
    };
    read().catch(() => !stop.signal.aborted && setFailed(true));
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [path, version]);
  const isBusy = url === undefined && !hasFailed;
  return (
    <div class="pages" tabIndex={0} role="region" aria-label={name} aria-busy={isBusy}>
      {url !== undefined && <img src={url} alt={filled(w.pagesOf, { name })} />}
      {isBusy && (
        <div class="paper">
          <p class="unseen" role="status">
            {w.settingPages}
          </p>
        </div>
      )}
      {hasFailed && (
        <p class="notice bad" role="alert">
          {w.failed}
        </p>
      )}
    </div>
  );
}

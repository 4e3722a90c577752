import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../api/call.ts';

type Thumbnail = {
  /** Of the API, without its width: `files/file_…/thumbnail`. */
  readonly path: string;
  readonly width: 96 | 320;
  /** Empty where the name stands beside it. */
  readonly alt?: string;
};

/** A small picture, read once it comes into sight. Until then, and where there is none, its place is kept. */
export function Thumbnail({ path, width, alt = '' }: Thumbnail) {
  const place = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    setUrl(undefined);
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      // Nothing is missed without it: the place stays empty.
      void urlOf(`${path}?width=${width}`).then(setUrl, () => undefined);
    });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, [path, width]);
  return (
    <span ref={place} class="thumbnail" data-width={width}>
      {url !== undefined && <img src={url} alt={alt} />}
    </span>
  );
}

type Pictured = {
  readonly name: string;
  /** Of the picture, or none. */
  readonly path: string | undefined;
};

/** A name after its picture. Where there is none its place is kept, so that names stand below one another. */
export function Pictured({ name, path }: Pictured) {
  return (
    <span class="pictured">
      {path === undefined ? <span class="thumbnail" data-width={96} /> : <Thumbnail path={path} width={96} />}
      <span dir="auto">{name}</span>
    </span>
  );
}

type OfProduct = { readonly product_id: string; readonly picture_id: string | null };

/** The main picture of a product, where it has one. */
export function ProductPicture({ of: { product_id: product, picture_id: picture } }: { readonly of: OfProduct }) {
  return picture === null ? null : <Thumbnail path={picturePath(product, picture)} width={96} />;
}

/** Of the API, without the width. */
export const picturePath = (product: string, file: string): string => `products/${product}/pictures/${file}`;

const keptMost = 300;
const kept = new Map<string, Promise<string>>();

/** Read once, since an image never changes. */
function urlOf(path: string): Promise<string> {
  const known = kept.get(path);
  if (known !== undefined) return known;
  const made = read(path);
  kept.set(path, made);
  made.catch(() => kept.delete(path));
  const [oldest] = kept;
  if (kept.size > keptMost && oldest !== undefined) forget(...oldest);
  return made;
}

async function read(path: string): Promise<string> {
  return URL.createObjectURL(await (await send(path)).blob());
}

function forget(path: string, made: Promise<string>): void {
  kept.delete(path);
  made.then((url) => URL.revokeObjectURL(url)).catch(() => undefined);
}

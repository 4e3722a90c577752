import { useState } from 'preact/hooks';
import { changed } from '../../api/cache.ts';
import { call, Refused } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { useMay } from '../../app/me.ts';
import { Section } from '../../frames/record-page.tsx';
import { Drop } from '../../kit/drop.tsx';
import { said } from '../../kit/said.ts';
import { picturePath, Thumbnail } from '../../kit/thumbnail.tsx';
import { say } from '../../kit/toast.tsx';
import { filled, words } from '../../words/index.ts';
import type { Product } from './product.ts';

/** The pictures of a product, the main one first. They are added by drop, paste, choice or camera. */
export function ProductPictures({ of: { id, name, picture_ids: ids, version } }: { readonly of: Product }) {
  const w = words.value.productList;
  const mayWrite = useMay()('products:write');
  const mayAdd = useMay()('files:write') && mayWrite;
  const [isBusy, setBusy] = useState(false);
  const put = async (next: () => Promise<readonly string[]>) => {
    setBusy(true);
    try {
      await call(`products/${id}`, { method: 'PATCH', body: { picture_ids: await next(), version } });
      say(words.value.form.saved);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    } finally {
      changed('products', 'variants');
      setBusy(false);
    }
  };
  const add = (files: readonly File[]) =>
    put(async () => {
      const added: string[] = [];
      for (const file of files)
        added.push((await upload<{ readonly id: string }>('files', file, { kind: 'other' })).id);
      return [...ids, ...added];
    });
  if (ids.length === 0 && !mayAdd) return null;
  return (
    <Section
      title={w.pictures}
      action={
        mayAdd && (
          <Drop
            label={w.addPictures}
            accept="image/jpeg,image/png,image/webp"
            isBusy={isBusy}
            onFiles={(files) => void add(files)}
            isSmall
          />
        )
      }
    >
      {ids.length === 0 ? (
        <p class="quiet">{w.picturesHint}</p>
      ) : (
        <ul class="pictures">
          {ids.map((file, at) => (
            <li key={file}>
              <Thumbnail path={picturePath(id, file)} width={320} alt={filled(w.pictureOf, { name, n: at + 1 })} />
              {mayWrite && (
                <span class="deeds">
                  {at > 0 && (
                    <button
                      type="button"
                      class="bare"
                      disabled={isBusy}
                      onClick={() => void put(async () => [file, ...ids.filter((one) => one !== file)])}
                    >
                      {w.makeMain}
                    </button>
                  )}
                  <button
                    type="button"
                    class="bare"
                    disabled={isBusy}
                    aria-label={filled(w.removePictureOf, { n: at + 1 })}
                    onClick={() => void put(async () => ids.filter((one) => one !== file))}
                  >
                    {w.removePicture}
                  </button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

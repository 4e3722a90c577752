import { useState } from 'preact/hooks';
import { call, Refused } from '../../api/call.ts';
import { changed } from '../../api/cache.ts';
import { upload } from '../../api/upload.ts';
import { Drop } from '../../kit/drop.tsx';
import { say } from '../../kit/toast.tsx';
import { said } from '../../kit/said.ts';
import { words } from '../../words/index.ts';
import type { Template } from './template.ts';

/** The picture at the head of the page. */
export function TemplateLogo({ template: { id, logo_file_id, version } }: { readonly template: Template }) {
  const { setup, form } = words.value;
  const t = setup.template;
  const [isBusy, setBusy] = useState(false);
  const put = async (logo: () => Promise<string | null>) => {
    setBusy(true);
    try {
      await call(`document-templates/${id}`, { method: 'PATCH', body: { logo_file_id: await logo(), version } });
      changed('document-templates');
      say(form.saved);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    } finally {
      setBusy(false);
    }
  };
  const take = async ([file]: readonly File[]) => {
    if (file !== undefined)
      await put(async () => (await upload<{ readonly id: string }>('files', file, { kind: 'other' })).id);
  };
  return (
    <div class="logo">
      <Drop
        label={t.logo}
        hint={t.logoHint}
        accept="image/png,image/jpeg,image/webp"
        isBusy={isBusy}
        onFiles={(files) => void take(files)}
      />
      {logo_file_id !== null && (
        <button type="button" disabled={isBusy} onClick={() => void put(async () => null)}>
          {t.removeLogo}
        </button>
      )}
    </div>
  );
}

import { useState } from 'preact/hooks';
import { Pages } from '../../kit/pages.tsx';
import { named, words } from '../../words/index.ts';
import type { Template } from './template.ts';

/** A page with sample values, set anew whenever the draft is saved. */
export function TemplatePreview({ template: { id, version, document_types: types } }: { readonly template: Template }) {
  const { setup, docTypes } = words.value;
  const offered = types.length === 0 ? Object.keys(docTypes) : types;
  const [type, setType] = useState(offered[0] ?? 'invoice');
  return (
    <>
      <label>
        {setup.template.sample}{' '}
        <select value={type} onChange={(e) => setType(e.currentTarget.value)}>
          {offered.map((one) => (
            <option key={one} value={one}>
              {named(docTypes, one)}
            </option>
          ))}
        </select>
      </label>
      <Pages
        key={type}
        path={`document-templates/${id}/preview?type=${type}&format=svg`}
        name={setup.template.preview}
        version={version}
      />
    </>
  );
}

import { useState } from 'preact/hooks';
import type { Values } from '../../kit/form/fields.ts';
import { LivePage, LivePageButton, type Previewed } from '../../kit/live-page.tsx';
import { Pages } from '../../kit/pages.tsx';
import { language, named, words } from '../../words/index.ts';
import type { Template, Warning } from './template.ts';
import { typedChanges } from './typed-template.ts';

type Preview = {
  readonly template: Template;
  /** Values of the form; undefined for readers who may only look. */
  readonly typed: Values | undefined;
  readonly onWarnings: (warnings: readonly Warning[]) => void;
};

/** A page of a sample, drawn with what is typed before it is saved. */
export function TemplatePreview({ template, typed, onWarnings }: Preview) {
  const { setup, docTypes } = words.value;
  const { id, version, document_types: types, languages } = template;
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
      {typed === undefined ? (
        <Pages
          key={type}
          path={`document-templates/${id}/preview?type=${type}&format=svg`}
          name={setup.template.preview}
          version={version}
        />
      ) : (
        <Live
          of={{
            template_id: id,
            ...typedChanges(template, typed),
            type,
            language: languages[0] ?? language.value,
          }}
          version={version}
          onWarnings={onWarnings}
        />
      )}
    </>
  );
}

type Live = Pick<Preview, 'onWarnings'> & { readonly of: object; readonly version: number };

function Live({ of, version, onWarnings }: Live) {
  const page = {
    path: 'document-templates/preview',
    of,
    version,
    onAnswer: ({ warnings }: Previewed & { readonly warnings?: readonly Warning[] }) => onWarnings(warnings ?? []),
  };
  return (
    <>
      <LivePage {...page} />
      <LivePageButton {...page} />
    </>
  );
}

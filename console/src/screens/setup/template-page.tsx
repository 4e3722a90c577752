import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { go } from '../../app/router.ts';
import { EditForm } from '../../frames/edit-form.tsx';
import { RecordPage } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import type { Values } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { useMay } from '../../app/me.ts';
import { language, words } from '../../words/index.ts';
import { type Designs, type Layout, type Template, typedLayout, type Warning } from './template.ts';
import { templateFields } from './template-fields.ts';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateLogo } from './template-logo.tsx';

const needs = 'documents:manage';
const changes = ['document-templates'];

/** A template: its values on the one side, a page set with them on the other. */
export function TemplatePage({ params: { id = '' } }: { readonly params: Params }) {
  const { setup } = words.value;
  const t = setup.template;
  const { data: template, problem } = useRead<Template>(`document-templates/${id}`);
  const { data: designs } = useRead<Designs>(`document-templates/designs?language=${language.value}`);
  const may = useMay()(needs);
  const [typed, setTyped] = useState<Values>({});
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  return (
    <RecordPage
      back={{ href: '/settings/templates', label: setup.parts.templates.title }}
      eyebrow={template && <State of={template.status} />}
      title={template?.name ?? ''}
      isLoaded={template !== undefined}
      problem={problem}
      actions={template && <TemplateActions template={template} />}
      aside={
        template && <TemplatePreview template={template} typed={may ? typed : undefined} onWarnings={setWarnings} />
      }
      isLive
    >
      {template?.has_changes === true && <p class="notice">{t.unpublishedHint}</p>}
      {template && may && <TemplateLogo template={template} />}
      {template && may && (
        <EditForm
          path={`document-templates/${id}`}
          fields={templateFields({ template, designs, typed, warnings })}
          onValues={setTyped}
          changes={changes}
          complete={({ layout, ...body }) =>
            // The service replaces the layout as a whole, so what no field holds goes with it.
            layout === undefined ? body : { ...body, layout: typedLayout(template.layout, layout as Layout) }
          }
        />
      )}
    </RecordPage>
  );
}

function TemplateActions({ template: { id, status, version, has_changes } }: { readonly template: Template }) {
  const { setup, form } = words.value;
  const t = setup.template;
  const shared = { needs, changes };
  const isArchived = status === 'archived';
  return (
    <>
      {!isArchived && (status === 'draft' || has_changes) && (
        <ActionButton
          {...shared}
          label={t.publish}
          path={`document-templates/${id}/publish`}
          body={{ version }}
          warning={t.publishHint}
          isPrimary
          letter="p"
        />
      )}
      <ActionButton
        {...shared}
        label={t.duplicate}
        path={`document-templates/${id}/duplicate`}
        fields={[{ name: 'name', label: t.name, isRequired: true, isWide: true }]}
        onDone={({ id: made }) => made !== undefined && go(`/settings/templates/${made}`)}
      />
      {isArchived ? (
        <ActionButton {...shared} label={form.restore} path={`document-templates/${id}/restore`} />
      ) : (
        <ActionButton {...shared} label={form.archive} path={`document-templates/${id}/archive`} />
      )}
      {status === 'draft' && (
        <ActionButton
          {...shared}
          label={form.delete}
          path={`document-templates/${id}`}
          method="DELETE"
          warning={t.deleteHint}
          isDangerous
          onDone={() => go('/settings/templates')}
        />
      )}
    </>
  );
}

import { changesOf } from '../../kit/form/body.ts';
import { type Values, valuesOf } from '../../kit/form/fields.ts';
import { type Layout, type Template, typedLayout } from './template.ts';
import { templateFields } from './template-fields.ts';

type Typed = { readonly layout?: Layout; readonly source?: string | null };

/** Unsaved changes in the form of a template, as the service takes them. */
export function typedChanges(template: Template, values: Values): Typed {
  const fields = templateFields({ template });
  const before = valuesOf(fields, template);
  const { layout, source } = changesOf(fields, { ...before, ...values }, before) as Typed;
  return {
    ...(layout !== undefined && { layout: typedLayout(template.layout, layout) }),
    ...(source !== undefined && { source }),
  };
}

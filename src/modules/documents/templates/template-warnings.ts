import type { z } from 'zod';
import { colorFaults, colorFaultText } from '../../../render/color-check.ts';
import type { Template } from '../../../render/template.ts';
import type { TemplateWarnings } from './document-template.ts';

/** Warnings of colours that are hard to read on each other. */
export function templateWarnings(layout: Template): z.output<typeof TemplateWarnings> {
  return colorFaults(layout).map((fault) => ({
    code: fault.isUnreadable ? 'unreadable_color' : 'low_contrast',
    pointer: `/layout/colors/${fault.color}`,
    message: colorFaultText(fault),
    contrast: fault.ratio,
    required: fault.required,
    suggestion: fault.suggestion,
  }));
}

export function withWarnings<Made extends { readonly layout: Template }>(template: Made) {
  return { ...template, warnings: templateWarnings(template.layout) };
}

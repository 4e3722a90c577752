import type { DocumentFacts } from './facts.ts';
import type { Format } from './format.ts';
import type { Labels } from './labels.ts';
import type { Template } from './template.ts';

/** Inputs to every part of the page. */
export type LayoutContext = {
  readonly facts: DocumentFacts;
  readonly template: Template;
  readonly labels: Labels;
  /** The one locale that words, days and figures are written in. */
  readonly locale: string;
  readonly format: Format;
  /** Text of the organisation in the document's language, its placeholders filled. */
  readonly text: (name: 'intro' | 'payment' | 'note' | 'terms' | 'footer') => string | null;
};

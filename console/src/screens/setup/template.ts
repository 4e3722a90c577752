/** As the service keeps it: fields inside are changed one by one, and it is sent as a whole. */
export type Layout = { readonly [name: string]: unknown; readonly texts?: Readonly<Record<string, object>> };

/** A colour that is hard to read, and one that is not. */
export type Warning = {
  readonly code: string;
  readonly pointer: string;
  readonly contrast: number;
  readonly required: number;
  readonly suggestion: string;
};

export type Design = { readonly name: string; readonly colors: Readonly<Record<string, string>> };

/** Designs, labels and languages to choose from. */
export type Designs = {
  readonly designs: readonly Design[];
  readonly label_texts: Readonly<Record<string, string>>;
  readonly languages: readonly string[];
};

export type Template = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly has_changes: boolean;
  readonly logo_file_id: string | null;
  readonly document_types: readonly string[];
  readonly languages: readonly string[];
  readonly layout: Layout;
  readonly source: string | null;
  readonly version: number;
};

/** A word of the service that the organisation has another for. */
export type Label = { readonly language: string; readonly label: string; readonly text: string };

/** Labels are kept by language and key, and typed as a list. */
export function labelsIn(layout: Layout): readonly Label[] {
  const languages = Object.entries((layout['labels'] ?? {}) as Record<string, Record<string, string>>);
  return languages.flatMap(([language, texts]) =>
    Object.entries(texts).map(([label, text]) => ({ language, label, text })),
  );
}

/** A layout with what was typed, of which labels are a list. */
export function typedLayout(layout: Layout, { labels, ...changes }: Layout): Layout {
  const changed = changedLayout(layout, changes);
  if (labels === undefined) return changed;
  const kept: Record<string, Record<string, string>> = {};
  for (const { language, label, text } of labels as readonly Label[]) {
    kept[language] = { ...kept[language], [label]: text };
  }
  return { ...changed, labels: kept };
}

/** A layout with what was changed in it; what was emptied is left to the design again. */
function changedLayout(layout: Layout, changes: Layout): Layout {
  const merged = { ...layout };
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name];
    if (value === null || (Array.isArray(value) && value.length === 0)) delete merged[name];
    else if (isPart(value)) merged[name] = changedLayout(isPart(before) ? before : {}, value);
    else merged[name] = value;
  }
  return merged;
}

function isPart(value: unknown): value is Layout {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** A layout with what was changed in it; what was emptied is left to the design again. */
export function changedLayout(layout: Layout, changes: Layout): Layout {
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

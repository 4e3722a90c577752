export type Template = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly has_changes: boolean;
  readonly logo_file_id: string | null;
  readonly document_types: readonly string[];
  readonly version: number;
};

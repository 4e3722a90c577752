-- Documents may be set in fonts of the organisation. What a template was published with, its documents keep: the bytes
-- are held, whatever becomes of the files.

alter table document_templates
  add column font_file_ids uuid[] not null default '{}',
  add column font_sha256s text[] not null default '{}',
  -- What the fonts are called, to be named in the layout.
  add column font_families text[] not null default '{}',
  add constraint document_templates_fonts_are_whole check (cardinality(font_file_ids) = cardinality(font_sha256s)
    and cardinality(font_file_ids) <= 8);
alter table document_template_versions add column font_sha256s text[] not null default '{}';

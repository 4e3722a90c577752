-- What a PDF or a text says is read once when its bytes come, so that whatever is made of the file is found by it.

alter table file_contents
  drop constraint file_contents_content_type_check,
  add constraint file_contents_content_type_check check (content_type in
    ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/xml', 'text/plain')),
  -- Null where there is none, or it could not be read in time.
  add column text text check (length(text) <= 200000);

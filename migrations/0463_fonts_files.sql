-- Fonts of an organisation come as files.

alter table file_contents
  drop constraint file_contents_content_type_check,
  add constraint file_contents_content_type_check check (content_type in
    ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/xml', 'text/plain',
      'font/ttf', 'font/otf'));

-- E-invoices that come in: XML is kept like other files, and what an e-invoice says is read once when its bytes come.

alter table file_contents
  drop constraint file_contents_content_type_check,
  add constraint file_contents_content_type_check check (content_type in
    ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/xml')),
  -- What was read out of it, or why nothing could be; null where there is no e-invoice in it.
  add column e_invoice jsonb;

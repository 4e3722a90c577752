-- The text of a PDF is read by a job after the answer, so that a file made to be slow holds up nobody's call.

alter table file_contents
  -- Null while the text of a PDF waits to be read.
  add column text_read_at timestamptz;
update file_contents set text_read_at = offered_at;

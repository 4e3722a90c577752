-- The words of a text that is read after its document was filed are added once, and stay from then on.

drop trigger frozen on other_documents;
create trigger frozen before update on other_documents for each row
  when ((old.sha256, old.file_name, old.content_type, old.size)
      is distinct from (new.sha256, new.file_name, new.content_type, new.size)
    or (old.text_words <> ''::tsvector and old.text_words is distinct from new.text_words))
  execute function refuse_other_change();

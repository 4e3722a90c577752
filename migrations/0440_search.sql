-- The search over everything finds clients, products and files by their words, as sales and documents are found.
--
-- By words and not by the trigrams of their lists: pg_trgm sees letters only where the database's own locale knows them
-- (with C, as in the embedded database, none beyond ASCII), so that 東京 or شركة would read every row. Mistakes are
-- forgiven by words with a letter missing, which works in any script and needs neither an extension nor its settings.
-- All of it is computed here from what is kept already, so that nothing can drift.

-- The words of a text that is folded already: characters of scripts without spaces, all else between separators. These
-- are written out, since what a letter is must not depend on the locale of the database.
create function words_in(folded text) returns text[] language sql immutable strict parallel safe
  return array(select distinct left(found[1], 60) from regexp_matches(folded,
    '[\u0E01-\u0E3A\u0E40-\u0E5B\u2E80-\u2FD5\u3005\u3007\u3021-\u3029\u3041-\u3096\u309D-\u309F\u30A1-\u30FA'
    '\u30FD-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAD9\U00020000-\U000323AF]'
    '|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7'
    '\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u2000-\u206F\u20A0-\u20C0\u2190-\u245F\u2500-\u2BFF'
    '\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE10-\uFE6F'
    '\u0E01-\u0E3A\u0E40-\u0E5B\u2E80-\u2FD5\u3005\u3007\u3021-\u3029\u3041-\u3096\u309D-\u309F\u30A1-\u30FA'
    '\u30FD-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAD9\U00020000-\U000323AF]+', 'g') as found);

-- Each word of a name without each of its letters in turn, marked so that no word begins like it: two words that differ
-- by a letter too many, missing, wrong or swapped share one of these, or one is one of the other's.
create function near_words(name text) returns text[] language sql immutable strict parallel safe
  return array(select distinct '~' || overlay(word placing '' from at for 1)
    from unnest(words_in(name)) as word, generate_series(1, length(word)) as at
    where length(word) between 4 and 24 and word !~ '[0-9]');

create function find_words(folded text, name text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array_remove(words_in(folded) || near_words(name), ''));

alter table clients add column words tsvector not null generated always as (find_words(search_text, name_key)) stored;
create index clients_words on clients using gin (organization_id, words);

alter table products add column words tsvector not null generated always as (find_words(search_text, name_key)) stored;
create index products_words on products using gin (organization_id, words);

alter table files add column words tsvector not null generated always as (find_words(search_text, '')) stored;
create index files_words on files using gin (organization_id, words);

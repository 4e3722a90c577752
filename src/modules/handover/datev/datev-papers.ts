import { element, escaped, group } from '../xml-text.ts';

/** A paper of the batch: a document, or the files of a bill. */
export type DatevPackagePaper = {
  /** By which the rows of the batch link it. */
  readonly id: string;
  readonly number: string | null;
  /** Month in whose folder it is kept, `2026-07`. */
  readonly month: string;
  /** Names of its files in the package. */
  readonly files: readonly string[];
};

const space = 'http://xml.datev.de/bedi/tps/document/v06.0';

/**
 * `document.xml` of a package for DATEV Unternehmen online, version 6.0 of the format: papers without data of their
 * own, since their postings come in the batch. `now` is RFC 3339, in UTC.
 */
export function datevPackage(papers: readonly DatevPackagePaper[], now: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<archive xmlns="${space}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xsi:schemaLocation="${space} Document_v060.xsd" version="6.0" generatingSystem="Daybook">` +
    group('header', element('date', now.slice(0, 19)), element('description', 'Belege')) +
    `<content>${papers.map(paperText).join('')}</content></archive>\n`
  );
}

function paperText({ id, number, month, files }: DatevPackagePaper): string {
  const levels = ['Daybook', 'Belege', month.replace('-', '/')];
  return (
    `<document guid="${id}" processID="1">` +
    element('keywords', number) +
    files.map((name) => `<extension xsi:type="File" name="${escaped(name)}"/>`).join('') +
    group('repository', ...levels.map((name, index) => `<level id="${index + 1}" name="${escaped(name)}"/>`)) +
    '</document>'
  );
}

/** A name of the letters that every system takes, with its ending. */
export function datevFileName(name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${plain(stem).slice(0, 80) || 'Beleg'}${plain(ending)}`;
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[äöüÄÖÜß]/g, (letter) => umlauts[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

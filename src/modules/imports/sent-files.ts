import { encodingOf } from '../../core/encoding.ts';
import { fault } from '../../operation/fault.ts';
import { type Delimiter, delimiterIn, type Encoding, type Reading, textIn } from './reading.ts';
import type { Files } from './records.ts';

type Sent = {
  readonly content?: string | undefined;
  readonly heads?: string | undefined;
  readonly content_base64?: string | undefined;
  readonly heads_base64?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
};

/** The text of the files, sent as such or as bytes, and how it was read. */
export function sentIn(sent: Sent): { readonly files: Files; readonly reading: Reading } {
  const rows = oneOf(sent, 'content');
  if (rows === undefined) throw fault('/content', 'required', 'Send the file as `content`, or as `content_base64`.');
  if (sent.encoding !== undefined && rows.encoding === undefined) {
    throw fault('/encoding', 'not_wanted', 'Text is already decoded: send `content_base64`, or leave `encoding` out.');
  }
  const { text, encoding = 'utf-8' } = rows;
  const delimiter = sent.delimiter ?? delimiterIn(text);
  return { files: { rows: text, heads: oneOf(sent, 'heads')?.text }, reading: { encoding, delimiter } };
}

type Read = { readonly text: string; readonly encoding?: Encoding };

function oneOf(sent: Sent, part: 'content' | 'heads'): Read | undefined {
  const [text, coded] = [sent[part], sent[`${part}_base64`]];
  if (text !== undefined && coded !== undefined) {
    throw fault(`/${part}_base64`, 'not_wanted', `Send \`${part}\` or \`${part}_base64\`, not both.`);
  }
  if (coded === undefined) return text === undefined ? undefined : { text };
  const bytes = Buffer.from(coded, 'base64');
  const encoding = sent.encoding ?? encodingOf(bytes);
  return { text: textIn(bytes, encoding, `/${part}_base64`), encoding };
}

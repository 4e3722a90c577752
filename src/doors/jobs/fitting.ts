import type { FileOutput } from '../../wire/index.ts';
import type { MailMessage } from '../mailer.ts';

/**
 * Of all that is in a mail: 17.8 MB, which base64 makes a third more and a line end after every 76 letters 24.4 MB, so
 * that with its text it is below the 25 MB that most mail servers take.
 */
const attachedBytesMax = 17 * 1_024 * 1_024;

/** Files within the size limit of a mail; the rest is behind the link. */
export function fitting(
  files: readonly FileOutput[],
  most = attachedBytesMax,
): NonNullable<MailMessage['attachments']> {
  let left = most;
  return files.flatMap(({ filename, content, content_type: contentType }) => {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > left) return [];
    left -= bytes.length;
    return [{ filename, content: bytes, contentType }];
  });
}

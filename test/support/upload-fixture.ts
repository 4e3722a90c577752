import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type HttpAnswer, type RunningService, type SignedIn, startService } from './running-service.ts';
import { upload } from './uploading.ts';

type More = { readonly filename?: string; readonly fields?: Record<string, string>; readonly path?: string };

/** Somebody who sends files, and looks at what is left of them. */
export type UploadFixture = {
  readonly service: RunningService;
  readonly who: SignedIn;
  readonly dataFolder: string;
  readonly send: (bytes: Buffer, more?: More) => Promise<HttpAnswer>;
  /** Sends it wherever files come in, and looks that no file came of it and nothing is left behind. */
  readonly refused: (bytes: Buffer, code: string, filename?: string) => Promise<HttpAnswer>;
  /** Names of what is still coming in. */
  readonly incoming: () => string[];
};

export async function openUploadFixture(): Promise<UploadFixture> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-upload-'));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const service = await startService({ dataFolder });
  const who = await service.register('Uploads');
  const draft = { lines: [{ category: 'Travel', amount: '9.00' }] };
  const { id: expense } = (await service.api(who.token, 'POST', '/expenses', draft)).body;
  const places = {
    create_file: '/files',
    create_expense_receipt: `/expenses/${expense}/receipts`,
    create_expense_from_file: '/expenses/from-file',
  };
  const send: UploadFixture['send'] = (bytes, more = {}) => upload(service, { token: who.token, bytes, ...more });
  const incoming = () => readdirSync(join(dataFolder, 'files', 'incoming'));
  const filesKept = async () => (await service.owner.query('select count(*) as n from files')).rows[0].n;
  return {
    service,
    who,
    dataFolder,
    send,
    incoming,
    refused: async (bytes, code, filename = 'receipt.pdf') => {
      const before = await filesKept();
      const answers = [];
      for (const [operation, path] of Object.entries(places)) {
        const answer = await send(bytes, { filename, path });
        assert.equal(answer.body?.code, code, `${operation}: ${answer.text}`);
        assert.ok(answer.status >= 400 && answer.status < 500);
        answers.push(answer);
      }
      assert.equal(await filesKept(), before);
      assert.deepEqual(incoming(), []);
      return answers[0] as HttpAnswer;
    },
  };
}

/** Templates of documents, by organisation. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { contentIn, pdfOf, pngOf } from '../../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const shop = shopOf(world);
const { quoted, issue } = createQuoteFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const readable = needing('pdftotext');
const types = () => world.emitted().map(({ type }) => type);
const textOf = ({ content }: Wire) => pdfText(Buffer.from(content, 'base64'));
const pagesOf = async ({ id }: Wire) => textOf(await call('get_document_pdf', { id }));
const previewOf = (template: Wire, more: object = {}) =>
  call('preview_document_template', { id: template.id, ...more });
const create = (more: object = {}, options: { readonly as?: typeof ana } = {}) =>
  call('create_document_template', { name: `Look ${randomUUID()}`, ...more }, options);
const publish = ({ id }: Wire) => call('publish_document_template', { id });
const update = ({ id }: Wire, more: object) => call('update_document_template', { id, ...more });
const noted = (note: string, language = '*') => ({ texts: { [language]: { note } } });
const base = '#import "/base.typ": *\n#show: setup\n';

/** A file with these bytes, where the service finds them. */
async function uploaded(bytes: Buffer): Promise<Wire> {
  const sha256 = await contentIn(world, ana, bytes);
  await world.runtime.renderer?.keep({ organization: ana.organization?.id ?? '', sha256 }, bytes);
  return call('create_file', { sha256, name: 'logo.png' });
}

describe('a template', () => {
  test('is drafted, changed, published, archived and restored, and tells of it', async () => {
    types();
    const template = await create({ document_types: ['quote'], languages: ['fr'], tags: ['print'] });
    assert.deepEqual([template.status, template.published_version, template.has_changes], ['draft', null, true]);
    assert.equal(template.layout.design, 'nordic');
    const published = await publish(template);
    assert.deepEqual([published.status, published.published_version, published.has_changes], ['published', 1, false]);
    await assert.rejects(publish(template), refused('invalid_state_transition'));
    const changed = await update(template, { layout: { design: 'swiss', colors: { accent: '#123456' } } });
    assert.deepEqual([changed.status, changed.published_version, changed.has_changes], ['published', 1, true]);
    assert.equal((await publish(template)).published_version, 2);
    const renamed = await update(template, { name: 'Renamed' });
    assert.equal(renamed.has_changes, false);
    assert.deepEqual(await call('get_document_template', { id: template.id }), renamed);
    const archived = await call('archive_document_template', { id: template.id });
    assert.equal(archived.status, 'archived');
    await assert.rejects(update(template, { name: 'No' }), refused('invalid_state_transition'));
    await assert.rejects(publish(template), refused('invalid_state_transition'));
    const restored = await call('restore_document_template', { id: template.id });
    assert.deepEqual([restored.status, restored.version], ['published', 7]);
    assert.deepEqual(
      types().map((type) => type.replace('document_template.', '')),
      ['created', 'published', 'updated', 'published', 'updated', 'archived', 'restored'],
    );
    const { data } = await call('list_document_templates', { document_type: 'quote', language: 'fr', tag: 'print' });
    assert.deepEqual(
      data.map(({ id }: Wire) => id),
      [template.id],
    );
    assert.equal('layout' in data[0], false);
  });

  test('has a name of its own, and a copy is a draft under another', async () => {
    const template = await publish(
      await create({ name: 'House style', is_default: false, layout: { design: 'bold' } }),
    );
    await assert.rejects(create({ name: 'HOUSE  Style' }), refused('document_template_name_taken'));
    const duplicate = (name: string) => call('duplicate_document_template', { id: template.id, name });
    await assert.rejects(duplicate('House style'), refused('document_template_name_taken'));
    const copy = await duplicate('House style, winter');
    assert.deepEqual([copy.status, copy.layout, copy.published_version], ['draft', template.layout, null]);
    await call('archive_document_template', { id: template.id });
    const heir = await create({ name: 'House style' });
    const restore = call('restore_document_template', { id: template.id });
    await assert.rejects(restore, refused('document_template_name_taken'));
    assert.deepEqual(await call('delete_document_template', { id: heir.id }), { id: heir.id, deleted: true });
    await call('restore_document_template', { id: template.id });
  });

  test('is changed by one person at a time', async () => {
    const template = await create();
    await update(template, { layout: { design: 'ledger' } });
    const late = update(template, { layout: { design: 'bold' }, version: 1 });
    await assert.rejects(late, refused('version_conflict'));
  });

  test('of another organisation is neither there nor seen', async () => {
    const template = await publish(await create({ is_default: true, layout: noted('Only for Acme') }));
    const as = world.rival;
    for (const name of ['get', 'publish', 'archive', 'delete', 'preview'].map((verb) => `${verb}_document_template`)) {
      await assert.rejects(call(name, { id: template.id }, { as }), refused('not_found'), name);
    }
    await assert.rejects(
      call('update_document_template', { id: template.id, layout: {} }, { as }),
      refused('not_found'),
    );
    assert.deepEqual((await call('list_document_templates', {}, { as })).data, []);
    await call('archive_document_template', { id: template.id });
  });
});

describe('what a template says', () => {
  test('names placeholders and labels that there are', async () => {
    const wrong = {
      texts: { de: { note: 'Bis {{due}} oder {{deadline}}' }, en: { terms: '{{constructor.constructor}} {{nosuch}}' } },
      labels: { en: { 'title.quote': 'Offer', nothing: 'x' } },
    };
    await assert.rejects(
      create({ layout: wrong }),
      refused('validation_failed', ({ errors }) => {
        const pointers = errors.map(({ pointer }: Wire) => pointer);
        assert.deepEqual(pointers, ['/layout/texts/de/note', '/layout/texts/en/terms', '/layout/labels/en/nothing']);
      }),
    );
  });

  test('is filled with what the document says, and evaluated no further', readable, async () => {
    const texts = { '*': { note: 'For {{client}}, {{total}}. {{7*7}} #panic("x") $x$' } };
    const template = await create({ layout: { texts, labels: { '*': { 'title.quote': 'Proposal' } } } });
    const { id } = await quoted({ client_id: (await shop.client({ display_name: '{{seller}} & Sons' })).id });
    const text = textOf(await previewOf(template, { document_id: id }));
    assert.match(text, /Proposal/);
    assert.match(text, /For \{\{seller\}\} & Sons, €100\.00\. \{\{7\*7\}\} #panic\("x"\) \$x\$/);
  });

  test('is previewed as a PDF or a picture, of a sample in any language or a document', readable, async () => {
    const template = await create({ document_types: ['credit_note'], languages: ['de'] });
    const sample = await previewOf(template);
    assert.match(textOf(sample), /Gutschrift|Rechnungskorrektur/);
    assert.match(textOf(await previewOf(template, { type: 'quote', language: 'fr', lines: 30 })), /Devis/);
    const picture = await previewOf(template, { format: 'svg' });
    assert.equal(picture.content_type, 'image/svg+xml');
    assert.match(Buffer.from(picture.content, 'base64').toString('utf8', 0, 100), /^<svg /);
    const missing = previewOf(template, { template_version: 1 });
    await assert.rejects(
      missing,
      refused('not_found', ({ hint }) => assert.match(hint, /^The template was never published/)),
    );
  });

  test('has a logo that stays when its file is gone, and is a picture', readable, async () => {
    const file = await uploaded(pngOf());
    const template = await publish(await create({ logo_file_id: file.id }));
    assert.equal(template.logo_file_id, file.id);
    await call('delete_file', { id: file.id });
    assert.ok(textOf(await previewOf(template)).length > 100);
    assert.ok(textOf(await previewOf(await update(template, { layout: { design: 'maison' } }))).length > 100);
    await assert.rejects(create({ logo_file_id: file.id }), refused('not_found'));
    const script = await uploaded(pdfOf('no picture'));
    const flood = await uploaded(pngOf({ width: 60_000, height: 60_000 }));
    for (const { id } of [script, flood]) {
      await assert.rejects(
        create({ logo_file_id: id }),
        refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'image_refused')),
      );
    }
    assert.equal((await update(template, { logo_file_id: null })).logo_file_id, null);
  });
});

describe('colours of a template', () => {
  const pale = { accent: '#ffd84d', on_accent: '#ffffff' };

  test('that cannot be read on each other are refused, with one that can', async () => {
    const told = refused('validation_failed', ({ errors, hint }) => {
      assert.deepEqual([errors[0].pointer, errors[0].code], ['/layout/colors/on_accent', 'unreadable_color']);
      assert.match(hint, /on_accent #ffffff on accent #ffd84d has a contrast of 1\.3:1, .* Use #\w{6}\.$/);
    });
    await assert.rejects(create({ layout: { colors: pale } }), told);
    const template = await create({ layout: { colors: { accent: pale.accent } } });
    assert.deepEqual(template.warnings, []);
    await assert.rejects(update(template, { layout: { colors: pale } }), told);
  });

  test('that are hard to read are told of wherever the template is', async () => {
    const template = await create({ layout: { colors: { muted: '#8a8a8a' } } });
    const [warning] = template.warnings;
    assert.deepEqual(
      [warning.code, warning.pointer, warning.contrast, warning.required],
      ['low_contrast', '/layout/colors/muted', 3.4, 4.5],
    );
    assert.deepEqual((await call('get_document_template', { id: template.id })).warnings, template.warnings);
    const mended = await update(template, { layout: { colors: { muted: warning.suggestion } } });
    assert.deepEqual(mended.warnings, []);
  });
});

describe('a template that is not saved', () => {
  const drawn = (more: object) => call('preview_template_changes', more);

  test('is drawn as it would be saved, and nothing is kept', async () => {
    const file = await uploaded(pngOf());
    const saved = await create({ document_types: ['quote'], languages: ['fr'], logo_file_id: file.id });
    await call('delete_file', { id: file.id });
    types();
    const { image, pages, page, warnings } = await drawn({ template_id: saved.id });
    assert.deepEqual([pages, page, warnings], [1, 1, []]);
    assert.match(image, /^<svg [^]*<image /, 'with the logo that its file is gone of');
    const changes = { template_id: saved.id, layout: { design: 'swiss', orientation: 'landscape' } };
    const changed = await drawn({ ...changes, width: 1_000 });
    assert.match(changed.image, /^<svg [^>]*width="1000"[^>]*height="70\d(\.\d+)?"/);
    assert.doesNotMatch((await drawn({ ...changes, logo_file_id: null })).image, /<image /);
    assert.deepEqual(await call('get_document_template', { id: saved.id }), saved);
    assert.deepEqual(types(), []);
  });

  test('tells of its colours, its faults and its pages as saving does', async () => {
    const colors = { accent: '#ffd84d', on_accent: '#ffffff' };
    const { warnings } = await drawn({ layout: { colors } });
    assert.deepEqual(
      warnings.map(({ code, pointer }: Wire) => [code, pointer]),
      [['unreadable_color', '/layout/colors/on_accent']],
    );
    await assert.rejects(
      drawn({ source: `${base}#nosuch` }),
      refused('pages_refused', ({ errors }) => assert.deepEqual([errors[0].line, errors[0].column], [3, 2])),
    );
    const pointerOf = async (more: object) => {
      let pointer: string | undefined;
      await assert.rejects(
        drawn(more),
        refused('validation_failed', ({ errors }) => {
          ({ pointer } = errors[0]);
        }),
      );
      return pointer;
    };
    assert.equal(await pointerOf({ layout: { sections: ['totals'] } }), '/layout/sections');
    assert.equal(await pointerOf({ layout: { texts: { de: { note: '{{deadline}}' } } } }), '/layout/texts/de/note');
    assert.equal(await pointerOf({ layout: { body_font: 'Comic Sans' } }), '/layout/body_font');
    assert.equal(await pointerOf({ page: 2 }), '/page');
    assert.equal((await drawn({ lines: 200, page: 2, type: 'invoice', language: 'ja' })).page, 2);
  });

  test('is not one of another organisation', async () => {
    const theirs = await create({}, { as: world.rival });
    await assert.rejects(drawn({ template_id: theirs.id }), refused('not_found'));
    const file = await uploaded(pngOf());
    await assert.rejects(
      call('preview_template_changes', { logo_file_id: file.id }, { as: world.rival }),
      refused('not_found'),
    );
  });
});

test('a page has its margins where there is room for them', async () => {
  const refusedAt = (pointer: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
  const landscape = { orientation: 'landscape' };
  await create({ layout: { margins: { top: 45, bottom: 45, left: 40, right: 40 } } });
  await create({ layout: { ...landscape, margins: { top: 25, left: 40 } } });
  await assert.rejects(create({ layout: { ...landscape, margins: { top: 26 } } }), refusedAt('/layout/margins/top'));
  await assert.rejects(create({ layout: { margins: { left: 7 } } }), refusedAt('/layout/margins/left'));
  const receipt = { paper: 'receipt_80mm' };
  await assert.rejects(create({ layout: { ...receipt, ...landscape } }), refusedAt('/layout/orientation'));
  await assert.rejects(create({ layout: { ...receipt, margins: { left: 10 } } }), refusedAt('/layout/margins/left'));
});

describe('Typst of an organisation', () => {
  test('takes the place of the design, once it sets every sample', readable, async () => {
    const source = `${base}= Our very own paper\n#sections()`;
    const template = await create({ source });
    assert.deepEqual([template.has_source, template.source], [true, source]);
    assert.match(textOf(await previewOf(template)), /Our very own paper/);
  });

  test('that is wrong is refused with the line and column, and nothing is saved', async () => {
    const template = await create();
    const wrong = { source: `${base}\n  #nosuch` };
    for (const saving of [create(wrong), update(template, wrong)]) {
      await assert.rejects(
        saving,
        refused('pages_refused', ({ errors, fault }) => {
          assert.equal(fault, 'template');
          const [{ pointer, line, column, message }] = errors;
          assert.deepEqual([pointer, line, column, message], ['/source', 4, 4, 'unknown variable: nosuch']);
        }),
      );
    }
    assert.equal((await call('get_document_template', { id: template.id })).source, null);
  });

  test('that prints no lines, or no total, is refused with the reason', async () => {
    const nothing = create({ source: `${base}= Invoice` });
    const told = ({ errors }: Wire) => errors.map(({ pointer, message }: Wire) => `${pointer} ${message}`).join('\n');
    await assert.rejects(
      nothing,
      refused('pages_refused', (problem) => {
        assert.match(told(problem), /\/source The template prints 0 of 3 lines[^]*does not print the total/);
      }),
    );
    const lines = `${base}#for s in d.sections { if s.type == "table" { lines-table(s) } }`;
    await assert.rejects(
      create({ source: lines }),
      refused('pages_refused', (problem) => {
        assert.doesNotMatch(told(problem), /prints \d of/);
        assert.match(told(problem), /does not print the total/);
      }),
    );
    for (const [layout, pointer] of [
      [{ sections: ['lines', 'payment'] }, '/layout/sections'],
      [{ sections: ['totals'] }, '/layout/sections'],
      [{ columns: ['item', 'quantity'] }, '/layout/columns'],
    ] as const) {
      await assert.rejects(
        create({ layout }),
        refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer)),
      );
    }
  });

  test('that works for one document and not for another says for which', async () => {
    const source = `${base}#assert(d.lang != "ar", message: "no Arabic")\n#sections()`;
    await assert.rejects(
      create({ source }),
      refused('pages_refused', ({ detail }) => assert.match(detail, /an invoice in Arabic/)),
    );
  });
});

describe('a document', () => {
  test('takes the default for its type and language when it is issued, and keeps it', readable, async () => {
    const general = await publish(await create({ is_default: true, layout: noted('General look') }));
    const german = { is_default: true, document_types: ['quote'], languages: ['de'], layout: noted('Deutsches Bild') };
    const special = await publish(await create(german));
    const invoices = await publish(
      await create({ is_default: true, document_types: ['invoice'], layout: noted('For invoices') }),
    );
    await create({ is_default: true, document_types: ['quote'], layout: noted('Never published') });
    const draft = await quoted();
    assert.match(await pagesOf(draft), /General look/);
    const [english, austrian] = [await issue(draft), await issue(await quoted({ language: 'de-AT' }))];
    assert.match(await pagesOf(english), /General look/);
    assert.match(await pagesOf(austrian), /Deutsches Bild/);
    const later = await issue(await quoted());
    await publish(await update(general, { layout: noted('Second look') }));
    // Made after the second version was published, and yet as it was issued.
    assert.match(await pagesOf(later), /General look/);
    assert.match(await pagesOf(await issue(await quoted())), /Second look/);
    assert.match(textOf(await previewOf(general, { template_version: 1 })), /General look/);
    await assert.rejects(call('delete_document_template', { id: general.id }), refused('has_history'));
    for (const { id } of [general, special, invoices]) await call('archive_document_template', { id });
    assert.doesNotMatch(await pagesOf(await issue(await quoted())), /look/);
    assert.match(await pagesOf(later), /General look/);
  });
});

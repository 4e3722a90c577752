import { html, type Html } from '../public-page/html.ts';
import { type Area, callOf, docsPage, nameOf, textOf } from './parts.ts';
import { fieldList, type Schema, typeOf } from './schema-part.ts';

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Described = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
};

/** As `openApi` makes it, so that the page says what the document says. */
type Document = { readonly [part: string]: unknown };
type AreaPage = { readonly area: Area; readonly document: Document; readonly base: string };

/** The calls of one area, each with what it takes and answers. */
export function areaPage({ area, document, base }: AreaPage): string {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method, path, described })),
  );
  // Downloads and batches of other areas are in the document of the whole.
  const own = calls.filter(({ path }) => path.startsWith(`/api/${area.name}`));
  const shown: Shown = { answers: new Map(), base };
  return docsPage({
    title: nameOf(area.name),
    base,
    body: html`<p class="crumb"><a href="${base}/api/docs#${area.name}">All areas</a></p>
      <h1>${nameOf(area.name)}</h1>
      <p class="lead">${area.description} <a href="${base}/api/openapi/${area.name}.json">OpenAPI of this area</a></p>
      <nav aria-label="Calls">
        <ul class="plain">
          ${own.map(
            ({ method, path, described }) =>
              html`<li><a href="#${described.operationId}">${described.summary}</a> ${callOf(method, path)}</li>`,
          )}
        </ul>
      </nav>
      ${own.map((call) => section(call, shown))}`,
  });
}

type Call = { readonly method: string; readonly path: string; readonly described: Described };
/** Answers that stand on the page already, by where: records are answered by many calls, and shown once. */
type Shown = { readonly answers: Map<string, string>; readonly base: string };

function section({ method, path, described }: Call, shown: Shown): Html {
  const { operationId, summary, description = '', requestBody } = described;
  const parameters = (described.parameters ?? []).filter((one): one is Parameter => 'name' in one);
  const body = requestBody?.content['application/json']?.schema;
  const paragraphs = description.split('\n\n').slice(1);
  return html`<section class="sheet" aria-labelledby="${operationId}">
    <h2 id="${operationId}">${summary}</h2>
    ${callOf(method, path)} ${paragraphs.map((text) => html`<p>${textOf(text)}</p>`)} ${parametersOf(parameters)}
    ${
      body === undefined
        ? null
        : html`<h3>Body</h3>
            ${fieldList(body)}`
    }
    ${answerOf(described, shown)} ${refusalsOf(described, shown)}
  </section>`;
}

function parametersOf(parameters: readonly Parameter[]): Html | null {
  if (parameters.length === 0) return null;
  return html`<details ${parameters.some(({ required }) => required === true) ? { markup: 'open' } : null}>
    <summary>Parameters</summary>
    <ul class="fields">
      ${parameters.map(
        ({ name, in: place, required, description = '', schema = {} }) =>
          html`<li>
            <code>${name}</code> <span class="type">${place}, ${typeOf(schema)}</span>
            ${required === true ? html`<span class="needed">required</span>` : null}
            <span class="detail">${textOf(description)}</span>
          </li>`,
      )}
    </ul>
  </details>`;
}

function answerOf({ operationId, responses }: Described, { answers }: Shown): Html | null {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const content = answer?.content ?? {};
  const schema = content['application/json']?.schema;
  if (schema === undefined) {
    const types = Object.keys(content).join(', ');
    return types === '' ? null : html`<p>Answers ${status} with ${types}.</p>`;
  }
  const key = JSON.stringify(schema);
  const before = answers.get(key);
  if (before !== undefined) {
    return html`<p>Answers ${status}, as <a href="#${before}-answer">${before}</a> does.</p>`;
  }
  answers.set(key, operationId);
  return html`<details id="${operationId}-answer">
    <summary>Answer ${status}</summary>
    ${fieldList(schema)}
  </details>`;
}

function refusalsOf({ responses }: Described, { base }: Shown): Html | null {
  const refused = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  const codes = refused.flatMap(([status, { description = '' }]) =>
    [...description.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => ({ status, code })),
  );
  if (codes.length === 0) return null;
  return html`<details>
    <summary>Refusals</summary>
    <ul class="fields">
      ${codes.map(
        ({ status, code }) =>
          html`<li>
            ${status} <a href="${base}/api/errors#${code}"><code>${code}</code></a>
          </li>`,
      )}
    </ul>
  </details>`;
}

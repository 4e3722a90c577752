import type { Operation } from '../../operation/operation.ts';
import { html, type Html } from '../public-page/html.ts';
import { tagOf } from '../openapi-tags.ts';
import { routeOf } from '../rest.ts';
import { type Area, callOf, docsPage, nameOf } from './parts.ts';

type Index = { readonly areas: readonly Area[]; readonly catalogue: readonly Operation[]; readonly base: string };

/** All areas with their calls on one page, so that what the browser finds in it is there. */
export function indexPage({ areas, catalogue, base }: Index): string {
  return docsPage({
    title: 'API reference',
    base,
    body: html`<h1>API reference</h1>
      <p class="lead">
        ${catalogue.length} calls in ${areas.length} areas. For programs:
        <a href="${base}/api/openapi.json">OpenAPI</a>, whole or of each area, and
        <a href="${base}/api/errors">errors</a>.
      </p>
      <section class="sheet">
        <h2>Authorize</h2>
        <p>
          Log in with <a href="${base}/api/docs/auth#login"><code>POST /api/auth/login</code></a
          >, and send what it answers with every call:
        </p>
        <pre tabindex="0">authorization: Bearer &lt;access_token&gt;</pre>
      </section>
      ${areas.map((area) => areaOf(area, catalogue, base))}`,
  });
}

function areaOf({ name, description }: Area, catalogue: readonly Operation[], base: string): Html {
  const place = `${base}/api/docs/${name}`;
  return html`<section class="sheet" id="${name}">
    <h2><a href="${place}">${nameOf(name)}</a></h2>
    <p class="detail">${description}</p>
    <ul class="plain">
      ${catalogue
        .filter((operation) => tagOf(operation) === name)
        .map((operation) => {
          const { method, path } = routeOf(operation);
          return html`<li><a href="${place}#${operation.name}">${operation.summary}</a> ${callOf(method, path)}</li>`;
        })}
    </ul>
  </section>`;
}

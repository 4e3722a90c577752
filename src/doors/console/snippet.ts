import { styleHash } from '../public-page/colors.ts';
import { html, type Html } from '../public-page/html.ts';
import type { Script } from './screen.ts';

/** A text to take along. It can be marked and copied by hand, and by a button where scripts run. */
export function snippet(text: string, label: string): Html {
  return html`<div class="snippet">
    <pre tabindex="0" role="group" aria-label="${label}" translate="no" dir="ltr">${text}</pre>
  </div>`;
}

/** Puts a button beside each text. The words come with the page, so that the script is the same in every language. */
const copying = `const place=document.getElementById('copying');
if(place&&navigator.clipboard)for(const box of document.querySelectorAll('.snippet')){
const button=document.createElement('button');button.type='button';button.textContent=place.dataset.copy;
button.addEventListener('click',async()=>{await navigator.clipboard.writeText(box.querySelector('pre').textContent);
button.textContent=place.textContent=place.dataset.copied;
setTimeout(()=>{button.textContent=place.dataset.copy;place.textContent=''},2000)});box.append(button)}`;

export const copyScript: Script = {
  element: { markup: `<script>${copying}</script>` },
  hash: styleHash(copying),
};

/** Labels of the copy script, with the place where a screen reader hears of its success. */
export function copyWords({ copy, copied }: { readonly copy: string; readonly copied: string }): Html {
  return html`<p id="copying" class="unseen" role="status" data-copy="${copy}" data-copied="${copied}"></p>`;
}

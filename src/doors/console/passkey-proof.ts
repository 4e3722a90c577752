import { BusinessError } from '../../operation/errors.ts';
import { styleHash } from '../public-page/colors.ts';
import { html, type Html } from '../public-page/html.ts';
import type { ConsoleSession, Script } from './screen.ts';

/** Sends the form with what a device of the person signed. Without it there is the code alone. */
const signing = `const button=document.getElementById('with-passkey'),kind=window.PublicKeyCredential;
if(button&&kind?.parseRequestOptionsFromJSON){button.hidden=false;button.addEventListener('click',async()=>{
const publicKey=kind.parseRequestOptionsFromJSON(JSON.parse(button.dataset.options));
const made=await navigator.credentials.get({publicKey}).catch(()=>undefined);if(!made)return;
const{id,rawId,type,response:{clientDataJSON,authenticatorData,signature,userHandle}}=made.toJSON();
const{form}=button;form.elements.passkey.value=JSON.stringify({id,rawId,type,
response:{clientDataJSON,authenticatorData,signature,userHandle}});form.submit()})}`;

const script: Script = { element: { markup: `<script>${signing}</script>` }, hash: styleHash(signing) };

type Offer = { readonly field: Html; readonly button: Html; readonly scripts: readonly Script[] };

/** A passkey in place of the code, for whoever has one. The page is good for as long as its challenge. */
export async function passkeyOffer({ call, words }: ConsoleSession): Promise<Offer | undefined> {
  try {
    const { public_key: options } = await call<{ public_key: object }>('get_passkey_proof');
    return {
      field: html`<input type="hidden" name="passkey" />`,
      button: html`<button type="button" id="with-passkey" hidden data-options="${JSON.stringify(options)}">
        ${words.approvals.passkey}
      </button>`,
      scripts: [script],
    };
  } catch (error) {
    if (error instanceof BusinessError && error.kind.status === 409) return undefined;
    throw error;
  }
}

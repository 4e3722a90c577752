import { Refused } from '../api/call.ts';
import { isDeclined, signWithPasskey, takesPasskeys } from '../api/passkey.ts';
import { said } from '../kit/said.ts';

type Signing = {
  readonly label: string;
  /** Of the API: gives the challenge, and takes what was signed. */
  readonly path: string;
  /** False for who has none. */
  readonly isOffered: boolean;
  readonly onSigned: () => void;
  readonly onFault: (fault: string) => void;
};

/** Asks the device instead of the person. Whoever closes its window has changed their mind. */
export function PasskeyButton({ label, path, isOffered, onSigned, onFault }: Signing) {
  if (!isOffered || !takesPasskeys()) return null;
  const sign = async () => {
    try {
      await signWithPasskey(path);
      onSigned();
    } catch (error) {
      if (error instanceof Refused) onFault(said(error.problem));
      else if (!isDeclined(error)) throw error;
    }
  };
  return (
    <button type="button" onClick={() => void sign()}>
      {label}
    </button>
  );
}

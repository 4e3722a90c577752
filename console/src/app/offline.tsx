import { signal } from '@preact/signals';
import { words } from '../words/index.ts';

const isOffline = signal(!navigator.onLine);
addEventListener('online', () => {
  isOffline.value = false;
});
addEventListener('offline', () => {
  isOffline.value = true;
});

/** Says that what is on screen is as it was. */
export function Offline() {
  return (
    <div class="offline" role="status">
      {isOffline.value && <p>{words.value.offline}</p>}
    </div>
  );
}

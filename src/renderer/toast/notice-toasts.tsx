/** Shows as toasts what is told. With the account's page, every toast of it goes. */
import { useToastController } from '@fluentui/react-components';
import { useEffect } from 'react';
import { store } from '../state/store.ts';
import { dismiss, type Told, toldAtom } from './notices.ts';
import { NoticeToast } from './notice-toast.tsx';

export const TOASTER = 'inkling';
const UNDO_TIME = 7000;
const ERROR_TIME = 10_000;
/** Fluent's word for a toast that stays. */
const FOREVER = -1;

export function NoticeToasts(): null {
  const { dispatchToast, updateToast, dismissToast, dismissAllToasts } = useToastController(TOASTER);
  useEffect(() => {
    let shown: readonly Told[] = [];
    const show = (): void => {
      const before = shown;
      shown = store.get(toldAtom);
      for (const { id } of before) if (shown.every((one) => one.id !== id)) dismissToast(id);
      for (const told of shown) {
        const { id: toastId, failure, lasting } = told;
        const was = before.find(({ id }) => id === toastId);
        if (was === told) continue;
        const content = <NoticeToast told={told} />;
        if (was !== undefined) {
          updateToast({ toastId, content });
          continue;
        }
        dispatchToast(content, {
          toastId,
          timeout: lasting ? FOREVER : failure ? ERROR_TIME : UNDO_TIME,
          politeness: failure ? 'assertive' : 'polite',
          pauseOnHover: true,
          pauseOnWindowBlur: true,
          onStatusChange: (_event, { status }) => {
            // One that fades out takes no more.
            if (status === 'dismissed' || status === 'unmounted') dismiss(toastId);
          },
        });
      }
    };
    // The toaster may have come with the same drawing, and listens only when that is done.
    queueMicrotask(show);
    const stop = store.sub(toldAtom, show);
    return () => {
      stop();
      // S10: what one account's toast offers to undo is not there under another. What is told from now on is for the next screen.
      dismissAllToasts();
      for (const { id } of shown) dismiss(id);
    };
  }, [dispatchToast, updateToast, dismissToast, dismissAllToasts]);
  return null;
}

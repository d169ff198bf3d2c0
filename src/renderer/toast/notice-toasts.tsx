/** Shows notices as toasts. The toasts of an account disappear with its page. */
import { useToastController } from '@fluentui/react-components';
import { useEffect } from 'react';
import { store } from '../state/store.ts';
import { dismiss, leaveNotices, type ShownNotice, shownNoticesAtom } from './notices.ts';
import { NoticeToast } from './notice-toast.tsx';

export const TOASTER = 'inkling';
const UNDO_TIME = 7000;
const ERROR_TIME = 10_000;
/** Fluent's timeout for a toast that stays. */
const FOREVER = -1;

export function NoticeToasts(): null {
  const { dispatchToast, updateToast, dismissToast, dismissAllToasts } = useToastController(TOASTER);
  useEffect(() => {
    let shown: readonly ShownNotice[] = [];
    const show = (): void => {
      const before = shown;
      shown = store.get(shownNoticesAtom);
      for (const { id } of before) if (shown.every((one) => one.id !== id)) dismissToast(id);
      for (const notice of shown) {
        const { id: toastId, failure, lasting } = notice;
        const shownBefore = before.find(({ id }) => id === toastId);
        if (shownBefore === notice) continue;
        const content = <NoticeToast notice={notice} />;
        if (shownBefore !== undefined) {
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
            // A toast that is fading out must not take further notices.
            if (status === 'dismissed' || status === 'unmounted') dismiss(toastId);
          },
        });
      }
    };
    // The toaster may be mounting at the same time, and listens only afterwards.
    queueMicrotask(show);
    const stop = store.sub(shownNoticesAtom, show);
    return () => {
      stop();
      // S10: an Undo of one account must not appear under another. Later notices are for the next screen.
      dismissAllToasts();
      leaveNotices(shown);
    };
  }, [dispatchToast, updateToast, dismissToast, dismissAllToasts]);
  return null;
}

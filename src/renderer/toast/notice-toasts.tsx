/** Shows as toasts what is told from outside of React. With the account's page, every toast of it goes. */
import { useToastController } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { noticesAtom } from './notices.ts';
import { TOASTER, useNotify } from './use-notify.tsx';

export function NoticeToasts(): null {
  const [waiting, setWaiting] = useAtom(noticesAtom);
  const notify = useNotify();
  const { dismissAllToasts } = useToastController(TOASTER);
  useEffect(() => {
    if (waiting.length === 0) return;
    setWaiting((now) => now.slice(waiting.length));
    // The toaster may have come with the same drawing, and listens only when that is done.
    queueMicrotask(() => {
      for (const notice of waiting) notify(notice);
    });
  }, [waiting, setWaiting, notify]);
  // S10: what one account's toast offers to undo is not there under another.
  useEffect(() => () => dismissAllToasts(), [dismissAllToasts]);
  return null;
}

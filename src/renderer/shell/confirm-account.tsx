/**
 * Asks whether this is the right account before it gets words that were typed without an account (S14.4). The
 * question stays until it is answered, even through a restart.
 */
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { countOf } from '#shared/base/count.ts';
import type { User } from '#shared/ipc/session.ts';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { signOut } from '../session/sign-out.ts';
import { callOrShowFailure } from '../toast/notices.ts';
import { nameOf, sessionAtom, unclaimedWordsAtom } from '../state/session.ts';

export function ConfirmAccount(): JSX.Element | null {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in' || session.unconfirmed !== true) return null;
  return <Question user={session.user} />;
}

function Question({ user }: { readonly user: User }): JSX.Element {
  const count = useAtomValue(unclaimedWordsAtom);
  return (
    <QuestionDialog
      open
      question={
        <>
          Signed in as <bdi>{nameOf(user)}</bdi>
        </>
      }
      confirm="Continue"
      refuse="Log out"
      onAnswer={(isRight) => {
        if (isRight) callOrShowFailure('session:confirm', user.uid);
        else void signOut();
      }}
    >
      {sentence(count)} Not your account? Log out, and your words stay on this device.
    </QuestionDialog>
  );
}

/** @param count 0 if unknown */
function sentence(count: number): string {
  if (count === 0) return 'Words written while signed out go to this account.';
  if (count === 1) return 'Your note written while signed out goes to this account.';
  return `Your ${countOf(count, 'note')} written while signed out go to this account.`;
}

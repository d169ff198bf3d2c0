/** The sign-up screen (spec §2), the only screen for visitors. */
import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { countOf } from '#shared/base/count.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { Logo } from '../components/logo.tsx';
import { COPY_ADDRESS, copyAddress, useSignInAdvice } from '../session/copy-address.ts';
import { signIn } from '../session/sign-in.ts';
import { sessionAtom, unclaimedWordsAtom, unconfirmedChangesAtom } from '../state/session.ts';
import { appInfoAtom } from '../state/app-info.ts';
import { focusRing } from '../theme/focus.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    minHeight: '100%',
    padding: tokens.spacingVerticalXXL,
    textAlign: 'center',
  },
  logo: { display: 'block', borderRadius: tokens.borderRadiusXLarge, lineHeight: 0, ...focusRing },
  headline: {
    margin: `${tokens.spacingVerticalXXL} 0 ${tokens.spacingVerticalS}`,
    fontSize: '30px',
    lineHeight: '38px',
    fontWeight: tokens.fontWeightBold,
    letterSpacing: '-0.6px',
    color: tokens.colorNeutralForeground1,
    textWrap: 'balance',
  },
  line: {
    margin: `0 0 ${tokens.spacingVerticalXXXL}`,
    fontSize: '15px',
    lineHeight: '23px',
    color: tokens.colorNeutralForeground2,
  },
  button: {
    height: '44px',
    padding: `0 ${tokens.spacingHorizontalXXL}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralCardBackground,
    boxShadow: tokens.shadow4,
    color: tokens.colorNeutralForeground1,
    fontSize: '15px',
    fontWeight: tokens.fontWeightSemibold,
    ':hover': {
      border: `1px solid ${tokens.colorNeutralStroke1}`,
      backgroundColor: tokens.colorNeutralCardBackground,
      boxShadow: tokens.shadow16,
    },
  },
  icon: { marginRight: tokens.spacingHorizontalM },
  stays: {
    maxWidth: '420px',
    margin: `0 0 ${tokens.spacingVerticalXXL}`,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorCardStroke}`,
    backgroundColor: tokens.colorNeutralCardBackground,
    fontSize: '13px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
    textWrap: 'balance',
  },
  note: {
    minHeight: '20px',
    margin: `${tokens.spacingVerticalXL} 0 0`,
    fontSize: '12px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground3,
  },
  // Reserves the height of the button, so that nothing moves when it appears.
  further: { minHeight: '28px', marginTop: tokens.spacingVerticalXXS },
  copy: {
    height: '28px',
    color: tokens.colorBrandForegroundLink,
    fontSize: '12px',
    fontWeight: tokens.fontWeightSemibold,
  },
});

export function SignUpScreen(): JSX.Element {
  const styles = useStyles();
  const session = useAtomValue(sessionAtom);
  const info = useAtomValue(appInfoAtom);
  const unconfirmed = useAtomValue(unconfirmedChangesAtom);
  const unclaimed = useAtomValue(unclaimedWordsAtom);
  const navigate = useNavigate();
  const signingIn = session.status === 'signed-out' && session.signingIn;
  const advice = useSignInAdvice();
  const start = async (): Promise<void> => {
    if (await signIn()) await navigate('/', { replace: true });
  };
  return (
    <main className={styles.root}>
      <Link to="/signup" className={styles.logo} aria-label="Inkling">
        <Logo size={76} />
      </Link>
      <h1 className={styles.headline}>Catch it before it’s gone.</h1>
      <p className={styles.line}>
        Your notes, on this device at once
        <br />
        and on your others when you’re online.
      </p>
      {unconfirmed > 0 && <output className={styles.stays}>{unconfirmedSentence(unconfirmed)}</output>}
      {unclaimed > 0 && <output className={styles.stays}>{unclaimedSentence(unclaimed)}</output>}
      <Button
        className={styles.button}
        icon={{
          className: styles.icon,
          children: signingIn ? (
            <Spinner size="extra-tiny" aria-label="Waiting for the browser" />
          ) : (
            <GoogleMark />
          ),
        }}
        onClick={() => void start()}
      >
        {TEXTS.signIn}
      </Button>
      <output className={styles.note}>
        {signingIn
          ? advice
          : info?.localCloud === true && 'This build uses a practice cloud on this computer.'}
      </output>
      <div className={styles.further}>
        {signingIn && (
          <Button className={styles.copy} appearance="transparent" onClick={copyAddress}>
            {COPY_ADDRESS}
          </Button>
        )}
      </div>
    </main>
  );
}

function unconfirmedSentence(changes: number): string {
  const what = `${countOf(changes, 'change')} ${changes === 1 ? 'was' : 'were'}`;
  const them = changes === 1 ? 'It stays' : 'They stay';
  return `${what} not saved to the cloud yet. ${them} on this computer until you sign in to the same account again.`;
}

function unclaimedSentence(count: number): string {
  const what = `${countOf(count, 'note')} written while signed out ${count === 1 ? 'waits' : 'wait'}`;
  return `${what} on this computer until you sign in.`;
}

/** Google's logo, in the colours that its branding rules for sign-in buttons demand. */
function GoogleMark(): JSX.Element {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden focusable="false">
      <path
        fill="#4285F4"
        d="M17.640 9.200c0-.640-.060-1.250-.160-1.840H9v3.480h4.840a4.140 4.140 0 0 1-1.800 2.720v2.260h2.920c1.700-1.570 2.680-3.880 2.680-6.620z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.430 0 4.470-.800 5.960-2.180l-2.920-2.260c-.800.540-1.840.860-3.040.860-2.340 0-4.330-1.580-5.040-3.710H.960v2.330A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.960 10.710a5.400 5.400 0 0 1 0-3.420V4.960H.960a9 9 0 0 0 0 8.080z" />
      <path
        fill="#EA4335"
        d="M9 3.580c1.320 0 2.510.450 3.440 1.350l2.580-2.580A9 9 0 0 0 .960 4.960l3 2.330C4.670 5.160 6.660 3.580 9 3.580z"
      />
    </svg>
  );
}

/** The dialog about the app: its version, the project’s page, and the licences of its packages. */
import { DialogContent, Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { Logo } from '../components/logo.tsx';
import { appInfoAtom } from '../state/app-info.ts';
import { tokens } from '../theme/theme.ts';
import { LicenceList } from './licence-list.tsx';
import { callOrShowFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  surface: { width: '680px' },
  content: { maxHeight: 'min(600px, 100vh - 176px)', paddingTop: tokens.spacingVerticalM },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    margin: `0 0 ${tokens.spacingVerticalXXL}`,
  },
  name: {
    display: 'block',
    fontSize: '15.5px',
    lineHeight: '21px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  line: { display: 'block', fontSize: '13px', lineHeight: '18px', color: tokens.colorNeutralForeground3 },
  link: { fontSize: '13px', lineHeight: '18px', color: tokens.colorBrandForegroundLink },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  thanks: {
    margin: `0 0 ${tokens.spacingVerticalMNudge}`,
    fontSize: '13px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground2,
    textWrap: 'pretty',
  },
});

export function AboutDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const info = useAtomValue(appInfoAtom);
  const homepage = info?.homepage ?? null;
  return (
    <DialogFrame open title="About Inkling" className={styles.surface} onClose={onClose}>
      <DialogContent className={mergeClasses(dialog.scroller, dialog.toTheEnd, styles.content)}>
        <div className={styles.head}>
          <Logo size={56} />
          <div>
            <span className={styles.name}>Inkling {info?.version}</span>
            <span className={styles.line}>Private notes that never lose a word.</span>
            {homepage !== null && (
              <Link
                className={styles.link}
                href={homepage}
                onClick={(event) => {
                  event.preventDefault();
                  callOrShowFailure('app:open-external', homepage);
                }}
              >
                Project page
              </Link>
            )}
          </div>
        </div>
        <h3 className={styles.heading}>Licences</h3>
        <p className={styles.thanks}>
          Inkling builds on the work of many people. Chromium comes with Electron; its licences are in
          LICENSES.chromium.html, beside the program.
        </p>
        <LicenceList />
      </DialogContent>
    </DialogFrame>
  );
}

/** In the trash, the way to the notes that another device deleted for ever; not there where there are none. */
import { Button, makeStyles } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { type JSX, useRef, useState } from 'react';
import { formatCount } from '#shared/count.ts';
import { call } from '../bridge/client.ts';
import { useAnswer } from '../bridge/use-answer.ts';
import { ink } from '../theme/theme.ts';
import { RemovedDialog } from './removed-dialog.tsx';

const useStyles = makeStyles({
  entry: {
    maxWidth: '100%',
    height: '36px',
    margin: '0 0 12px -12px',
    padding: '0 12px',
    borderRadius: '10px',
    fontSize: '13px',
    fontWeight: 500,
    color: ink.body,
    fontVariantNumeric: 'tabular-nums',
    ':hover': { color: ink.strong, backgroundColor: ink.hover },
  },
});

export function RemovedEntry(): JSX.Element {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const entryRef = useRef<HTMLButtonElement>(null);
  const total = useAnswer(askOne).value?.total ?? 0;
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => entryRef.current?.focus());
  };
  return (
    <>
      {total > 0 && (
        <Button
          ref={(element: HTMLButtonElement | null) => {
            entryRef.current = element;
          }}
          appearance="subtle"
          className={styles.entry}
          icon={<HistoryRegular />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          Recently removed on another device ({formatCount(total)})
        </Button>
      )}
      <RemovedDialog open={open} onClose={close} />
    </>
  );
}

/** The total comes with any page. */
function askOne() {
  return call('removed:page', 0, 1);
}

/** The command that opens a quick note; the system's settings can bind it to keys. */
import { makeStyles } from '@fluentui/react-components';
import { type JSX, useState } from 'react';
import { call } from '../bridge/client.ts';
import { Row, RowButton } from '../components/setting-row.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { tokens } from '../theme/theme.ts';
import { showFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  command: {
    display: 'block',
    fontFamily: 'ui-monospace, monospace',
    fontSize: '12px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
});

interface CommandRowProps {
  readonly command: string;
  /** What the command does, and where to bind it. */
  readonly about: string;
}

export function CommandRow({ command, about }: CommandRowProps): JSX.Element {
  const styles = useStyles();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    call('app:copy-text', command).then(() => setCopied(true), showFailure);
  };
  return (
    <Row
      id="command"
      about={about}
      control={
        <RowButton row="command" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </RowButton>
      }
    >
      <code className={styles.command}>{command}</code>
      <VisuallyHidden as="output">{copied ? 'The command is copied.' : ''}</VisuallyHidden>
    </Row>
  );
}

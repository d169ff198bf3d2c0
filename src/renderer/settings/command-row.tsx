/** The command that opens a quick note, which can be bound to keys in the settings of the system. */
import { makeStyles } from '@fluentui/react-components';
import { type JSX, useState } from 'react';
import { call } from '../bridge/client.ts';
import { Row, RowButton } from '../components/setting-row.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { ink } from '../theme/theme.ts';
import { showFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  command: {
    display: 'block',
    fontFamily: 'ui-monospace, monospace',
    fontSize: '12px',
    lineHeight: '18px',
    color: ink.strong,
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
});

export function CommandRow({ command }: { readonly command: string }): JSX.Element {
  const styles = useStyles();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    call('app:copy-text', command).then(() => setCopied(true), showFailure);
  };
  return (
    <Row
      id="command"
      name="Command"
      about="Opens a quick note, too. Bind it to keys in your system’s settings."
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

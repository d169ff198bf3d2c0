/**
 * Accepts files dropped anywhere in a window, and says during the drag what a drop will do. Dragged text is
 * left to the fields, and no dropped file navigates the page away.
 */
import { makeStyles } from '@fluentui/react-components';
import { DocumentAddRegular } from '@fluentui/react-icons/svg/document-add';
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useEffectEvent, useState } from 'react';
import { sessionAtom, uidOf } from '../state/session.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { addOrImport, type DroppedFile, droppedFiles } from './add-files.ts';

const VEIL = `rgb(from ${tokens.colorNeutralBackground2} r g b / 0.96)`;

const useStyles = makeStyles({
  hint: {
    position: 'fixed',
    inset: '12px',
    // Above dialogs, which Fluent puts at a million.
    zIndex: 1_000_001,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingVerticalM,
    pointerEvents: 'none',
    border: `2px dashed ${tokens.colorStrokeFocus2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: VEIL,
    boxShadow: `0 0 0 12px ${VEIL}`,
    color: tokens.colorNeutralForeground1,
    fontSize: '15.5px',
    lineHeight: '21px',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'center',
    [ON_FORCED_COLORS]: { backgroundColor: 'Canvas', border: '2px dashed Highlight' },
  },
  icon: { fontSize: '32px', color: tokens.colorStrokeFocus2 },
});

/** In the main window, dropped files become notes, and exports of other programs are imported. */
export function NoteDrop(): JSX.Element {
  const uid = uidOf(useAtomValue(sessionAtom));
  const add = uid === null ? null : (files: readonly DroppedFile[]): void => void addOrImport(uid, files);
  return (
    <FileDrop
      hint="Drop text files to add them as notes, or an export from another app to import it"
      onDrop={add}
    />
  );
}

interface FileDropProps {
  readonly hint: string;
  readonly onDrop: ((files: readonly DroppedFile[]) => void) | null;
}

export function FileDrop({ hint, onDrop }: FileDropProps): JSX.Element | null {
  const styles = useStyles();
  const isOver = useFileDrop((data) => onDrop?.(droppedFiles(data)));
  if (!isOver || onDrop === null) return null;
  return (
    <div className={styles.hint} data-drop-hint aria-hidden>
      <DocumentAddRegular className={styles.icon} />
      {hint}
    </div>
  );
}

type DragEventName = 'dragstart' | 'dragend' | 'dragenter' | 'dragover' | 'dragleave' | 'drop';

/** @returns whether files are being dragged over the window */
function useFileDrop(onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const ends = new AbortController();
    const { signal } = ends;
    /** Whether the drag began in this page: its own pictures, for example, look like files. */
    let beganHere = false;
    const filesOf = ({ dataTransfer }: DragEvent): DataTransfer | null =>
      !beganHere && dataTransfer?.types.includes('Files') === true ? dataTransfer : null;
    const onOver = (event: DragEvent): void => {
      const data = filesOf(event);
      if (data === null) return;
      event.preventDefault();
      data.dropEffect = 'copy';
      setOver(true);
    };
    const listen = (name: DragEventName, act: (event: DragEvent) => void): void =>
      document.addEventListener(name, act, { signal });
    listen('dragstart', () => (beganHere = true));
    listen('dragend', () => (beganHere = false));
    listen('dragenter', onOver);
    listen('dragover', onOver);
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      const data = filesOf(event);
      if (data === null) return;
      event.preventDefault();
      drop(data);
    });
    return () => ends.abort();
  }, []);
  return isOver;
}

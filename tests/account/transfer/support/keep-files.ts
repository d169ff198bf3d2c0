/** Notes as Google Takeout writes those of Google Keep. */
export interface KeepFile {
  readonly title: string;
  readonly textContent?: string;
  readonly listContent?: readonly { readonly text: string; readonly isChecked: boolean }[];
  readonly isArchived?: boolean;
  readonly isTrashed?: boolean;
  readonly isPinned?: boolean;
  readonly color?: string;
  readonly labels?: readonly { readonly name: string }[];
  readonly sharees?: readonly { readonly email: string }[];
  readonly attachments?: readonly { readonly filePath: string; readonly mimetype?: string }[];
  readonly createdTimestampUsec?: number;
  readonly userEditedTimestampUsec?: number;
}

const FIRST_DAY = Date.UTC(2015, 5, 1) * 1000;
const DAY = 86_400_000_000;

/** @param day days from FIRST_DAY to the creation of the note */
export function keepFile(day: number, title: string, more: Partial<KeepFile> = {}): string {
  const created = FIRST_DAY + day * DAY;
  const note = {
    color: 'DEFAULT',
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    textContent: `text of ${title}`,
    title,
    userEditedTimestampUsec: created + DAY,
    createdTimestampUsec: created,
    ...more,
  };
  return JSON.stringify(note);
}

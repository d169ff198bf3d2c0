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

/** The web page that Takeout writes of a note. */
export function keepPage(title: string, lines: readonly string[], date = 'Apr 7, 2019, 1:11:02 PM'): string {
  const titleLine = title === '' ? '' : `<div class="title">${title}</div>\n`;
  return `<?xml version="1.0" ?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head>
<body><div class="note DEFAULT"><div class="heading"><div class="meta-icons">

</div>
${date}</div>
${titleLine}<div class="content">${lines.join('<br>')}</div>

</div></body></html>`;
}

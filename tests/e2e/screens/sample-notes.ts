/** Sample notes for the screens: some as people write them, and some extreme ones. */
import { COLORS } from '#shared/note/colors.ts';
import type { ListName } from '#shared/note/note.ts';

export interface SampleNote {
  readonly title: string;
  readonly text: string;
  readonly list?: ListName;
  /** Whether the note is a conflict copy of another one. */
  readonly conflict?: boolean;
  /** Fields that only some documents have. */
  readonly marks?: { readonly isPinned?: true; readonly color?: string; readonly labels?: readonly string[] };
}

export const FEW: readonly SampleNote[] = [
  {
    title: 'Groceries',
    text: 'Milk\nBread\nTomatoes\nBasil\nOlive oil',
  },
  { title: '', text: 'The number of the plumber: 555 0142' },
  {
    title: 'Talk in Lisbon',
    text: 'Open with the story of the lighthouse keeper, close with the map. Slides by Thursday.',
  },
];

const LONG_TEXT = Array.from(
  { length: 40 },
  (_, index) =>
    `${index + 1}. The keeper climbs the stairs once more and trims the wick before the fog comes in.`,
).join('\n');

export const MANY: readonly SampleNote[] = [
  {
    title: 'Reading list',
    text: 'The Sea Around Us – Rachel Carson\nA Pattern Language – Christopher Alexander\nThe Design of Everyday Things',
  },
  { title: 'Birthday of Jo', text: 'Lemon cake\nInvite Sam and Ines\nCandles! 🎂🎉👩‍👩‍👧‍👦' },
  {
    title: 'Ferry',
    text: 'Timetable: https://example.org/ferries?from=Lisboa&to=Barreiro\nLast boat back 23:40.',
  },
  {
    title:
      'A title that goes on and on, because somebody pasted the whole first paragraph of a letter into the field for the title and never looked at it again after that, as people do when they are in a hurry and the bus is coming',
    text: 'Short text.',
  },
  { title: 'The keeper’s log', text: LONG_TEXT },
  { title: 'رسالة إلى ليلى', text: 'اشترِ الخبز والحليب\nموعد الطبيب يوم الثلاثاء' },
  { title: '旅行の計画', text: '京都へ三日間\n宿を予約する\n傘を忘れない' },
  {
    title: '<b>Not bold</b>',
    text: '<script>document.title = "broken"</script>\n<img src=x onerror=alert(1)>',
  },
  { title: '', text: 'w'.repeat(300) },
  { title: 'Just a title', text: '' },
  {
    title: 'Lease',
    text: 'Ask about the deposit.\n\nThe landlord wrote that the boiler is new, which it is not: the plate says 2009. Take a photo before signing, and read clause 14 again.',
  },
  {
    title: 'Lease',
    text: 'Ask about the deposit and the keys.',
    conflict: true,
  },
  { title: 'Wi-Fi at the cabin', text: 'Network: lighthouse\nPassword: on the fridge' },
  {
    title: 'Recipe: lentil soup',
    text: '200 g red lentils\n1 onion\n2 carrots\n1 tsp cumin\n1 l stock\n\nFry, boil, blend, lemon.',
  },
  { title: '', text: 'Idea: a lamp that dims when the kettle boils.' },
  { title: 'Gift ideas', text: 'Mum: secateurs\nPaul: the tea from Porto\nKit: a compass' },
  { title: 'Bike', text: 'Front brake squeals. Chain at 4,200 km.' },
  { title: 'Standup', text: 'Yesterday: search index\nToday: rebase rules\nBlocked: nothing' },
  { title: 'Old flat', text: 'Meter readings: 88213 / 4410', list: 'archived' },
  { title: 'Tax 2024', text: 'Sent 14 May. Reference 2024-88-113.', list: 'archived' },
  { title: '', text: 'Lisbon: the café behind the tram stop, ask for the window seat.', list: 'archived' },
  { title: 'Boxes', text: '1 books\n2 books\n3 more books\n4 pans', list: 'archived' },
  { title: 'Draft of the speech', text: 'Dear all, thank you for coming. No, too stiff.', list: 'trashed' },
  { title: '', text: 'call back 555 0199', list: 'trashed' },
];

/** With pins, labels and every colour. */
export const MARKED: readonly SampleNote[] = [
  {
    title: 'Garden',
    text: 'Beans along the wall, lettuce in the shade of them.',
    marks: {
      isPinned: true,
      color: 'GREEN',
      labels: ['Garden', 'This spring', 'Family and friends', 'Water'],
    },
  },
  { title: '', text: 'Gate code 4471', marks: { isPinned: true, labels: ['حديقة'] } },
  ...COLORS.map((color, index) => ({
    title: color,
    text: `A tint of the paper: ${color.toLowerCase()}`,
    marks: { color, ...(index === 4 && { labels: ['Garden'] }) },
  })),
];

/** Notes that another device deletes for ever. */
export const REMOVED: readonly SampleNote[] = [
  { title: 'Sailing club', text: 'Membership ends in March.\nAsk for the key of locker 12.' },
  { title: '', text: 'Door code at the studio: 4471, and mind the step.' },
  {
    title: 'Letter to the landlord, which somebody began with a title that does not end',
    text: 'Dear Mr Pereira, the boiler is broken again, and this time the plumber says that it cannot be mended. Please call me before Friday, because the guests arrive on Saturday and there are five of them.',
  },
];

/** The notes in the pictures of README. */
import type { SampleNote } from '../e2e/screens/sample-notes.ts';

/** The first is the newest. */
export const NOTES: readonly SampleNote[] = [
  {
    title: 'Groceries',
    text: '☑ Milk\n☐ Bread\n☐ Tomatoes\n☐ Basil',
  },
  {
    title: 'Talk in Lisbon',
    text: 'Open with the story of the lighthouse keeper, close with the map.\n\nSlides: www.example.org/lisbon',
    marks: { isPinned: true, labels: ['Work'] },
  },
  { title: '', text: 'The number of the plumber: 555 0142', marks: { color: 'YELLOW' } },
  {
    title: 'Birthday of Jo',
    text: 'Lemon cake\nInvite Sam and Ines\nCandles!',
    marks: { color: 'PINK' },
  },
  {
    title: 'For the hut',
    text: '☐ Oil for the lamp\n☐ Matches\n☑ Rope\n☑ Key from Ines',
    marks: { isPinned: true, color: 'GREEN', labels: ['Summer'] },
  },
  {
    title: 'Reading list',
    text: 'The Sea Around Us\nA Pattern Language\nThe Design of Everyday Things',
  },
  {
    title: 'Bike',
    text: 'May it come on the ferry?',
    marks: { color: 'BLUE', labels: ['Summer'] },
  },
];

import { expect } from 'vitest';
import { MOST_LABELS } from '#shared/note/labels.ts';
import { specify } from './spec.ts';

specify('[S5.8] a pin from this device and a colour from another are merged', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .watchIsSilent()
    .elsewhereWrites('note', { color: 'RED' })
    .userMarks('note', { isPinned: true })
    .expectCloud('note', { text: 'a', color: 'RED', isPinned: true })
    .expectPending(0),
);

specify('[S5.8] if both sides changed the colour or the pin, the local value wins', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .watchIsSilent()
    .elsewhereWrites('note', { color: 'RED', isPinned: true })
    .userMarks('note', { color: 'BLUE', isPinned: false })
    .expectCloud('note', { color: 'BLUE', isPinned: false })
    .expectPending(0),
);

specify('[S5.8] labels of both sides are one set, and words that were edited meanwhile stay', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .userMarks('note', { addLabels: ['Work', 'old', 'Home'] })
    .watchIsSilent()
    .elsewhereWrites('note', { labels: ['Work', 'Home', 'theirs'], text: 'their words' })
    .userMarks('note', { removeLabels: ['HOME'], addLabels: ['mine'] })
    .expectCloud('note', { labels: ['Work', 'mine', 'theirs'], text: 'their words' })
    .expectShown('note', { labels: ['Work', 'mine', 'theirs'] })
    .expectPending(0),
);

specify('[S5.8] a label that both devices renamed has both new names, and not the old one', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .userMarks('note', { addLabels: ['old'] })
    .networkOff()
    .userMarks('note', { removeLabels: ['old'], addLabels: ['mine'] })
    .elsewhereWrites('note', { labels: ['theirs'] })
    .networkOn()
    .wakes()
    .expectCloud('note', { labels: ['mine', 'theirs'] })
    .expectPending(0),
);

specify('[S5.8] a conflict copy has the marks of its note', (spec) =>
  spec
    .starts()
    .userAdds('note', 'b', 'a')
    .userMarks('note', { color: 'RED', addLabels: ['Work'] })
    .watchIsSilent()
    .elsewhereWrites('note', { text: 'theirs' })
    .userEdits('note', { text: 'mine' })
    .expectTexts('mine', 'theirs')
    .step('both have them', ({ cloud }) => {
      const marks = [...cloud.documents.values()].map(({ fields: { color, labels } }) => [color, labels]);
      expect(marks).toEqual([
        ['RED', ['Work']],
        ['RED', ['Work']],
      ]);
    })
    .expectPending(0),
);

specify('[S5.9] [S7.2] a mark that another device gave before the creation was answered is kept', (spec) =>
  spec
    .starts()
    .watchIsSilent()
    .pushLosesAnswer()
    .userAdds('note', 'a')
    .elsewhereWrites('note', { color: 'RED' })
    .clockAdvances(1_000)
    .watchCatchesUp()
    .expectShown('note', { text: 'a', color: 'RED' })
    .expectCloud('note', { text: 'a', color: 'RED' })
    .expectPending(0),
);

const ODD = { unknown: { mapValue: { tint: { doubleValue: 0.5 } } } };

specify(
  '[S5.8] [C39] a colour of an unknown type survives an edit of the text, and Undo restores it after a change',
  (spec) =>
    spec
      .starts()
      .elsewhereWrites('note', { text: 'theirs', color: ODD })
      .userEdits('note', { text: 'mine' })
      .expectCloud('note', { text: 'mine', color: ODD })
      .userMarks('note', { color: 'RED' })
      .expectCloud('note', { color: 'RED' })
      .userMarks('note', { color: ODD })
      .expectCloud('note', { color: ODD })
      .expectPending(0),
);

specify(
  '[S5.8] [C39] marks of an unknown type are restored if their change is undone after a restart',
  (spec) =>
    spec
      .starts()
      .elsewhereWrites('note', { text: 'theirs', isPinned: ODD, labels: ODD })
      .networkOff()
      .userMarks('note', { isPinned: true, addLabels: ['mine'] })
      .expectPending(1)
      .restarts()
      .userMarks('note', { isPinned: ODD, removeLabels: ['mine'], labels: ODD })
      .expectShown('note', { isPinned: ODD, labels: ODD })
      .networkOn()
      .wakes()
      .expectCloud('note', { isPinned: ODD, labels: ODD })
      .expectPending(0),
);

specify('[S5.8] [S6.1] a removed note that is recreated retains its colour of an unknown type', (spec) =>
  spec
    .starts()
    .elsewhereWrites('note', { text: 'theirs', color: ODD })
    .networkOff()
    .userEdits('note', { text: 'mine' })
    .elsewhereRemoves('note')
    .networkOn()
    .wakes()
    .expectCloud('note', { text: 'mine', color: ODD })
    .expectPending(0),
);

specify(
  '[S3] a note that is added with marks is one create, without a value for the marks that it lacks',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'a', '', { isPinned: true, addLabels: ['Work'] })
      .userAdds('plain', 'b')
      .expectCloud('note', { text: 'a', isPinned: true, labels: ['Work'], color: null })
      .expectCloud('plain', { text: 'b', isPinned: null, labels: null, color: null })
      .expectCommits(['create'], ['create'])
      .expectPending(0),
);

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `Label ${at}`);
const list = (labels: readonly string[]) => ({
  unknown: { arrayValue: labels.map((stringValue) => ({ stringValue })) },
});
/** More labels than a note can hold. */
const MANY = list(names(20_000));

specify(
  '[S5.11] [C38] labels beyond the bounds are never changed, and words and other marks of the note are',
  (spec) =>
    spec
      .starts()
      .elsewhereWrites('note', { text: 'theirs', labels: MANY })
      .userMarks('note', { addLabels: ['mine'], isPinned: true })
      .userMarks('note', { removeLabels: ['Label 0'] })
      .userEdits('note', { text: 'mine' })
      .restarts()
      .expectShown('note', { text: 'mine', isPinned: true, labels: MANY })
      .expectCloud('note', { text: 'mine', isPinned: true, labels: MANY })
      .expectPending(0),
);

specify('[S5.11] labels that exceed the bounds meanwhile stay as in the cloud', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .userMarks('note', { addLabels: ['Work'] })
    .networkOff()
    .userMarks('note', { addLabels: ['mine'], removeLabels: ['Work'], color: 'RED' })
    .elsewhereWrites('note', { labels: MANY })
    .networkOn()
    .wakes()
    .expectCloud('note', { labels: MANY, color: 'RED' })
    .expectShown('note', { labels: MANY, color: 'RED' })
    .expectPending(0),
);

specify(
  '[S5.11] if a pending change has only labels and these exceed the bounds, nothing remains to push',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'a')
      .networkOff()
      .userMarks('note', { addLabels: ['mine'] })
      .elsewhereWrites('note', { labels: list(['x'.repeat(101)]) })
      .networkOn()
      .wakes()
      .expectCloud('note', { labels: list(['x'.repeat(101)]) })
      .expectPending(0),
);

specify('[S5.11] [S6.1] a removed note that is recreated retains all of its labels', (spec) =>
  spec
    .starts()
    .elsewhereWrites('note', { text: 'theirs', labels: MANY })
    .networkOff()
    .userEdits('note', { text: 'mine' })
    .elsewhereRemoves('note')
    .networkOn()
    .wakes()
    .expectCloud('note', { text: 'mine', labels: MANY })
    .expectPending(0),
);

specify(
  '[S5.11] if both sides together give more labels than a note can hold, those of the cloud stay',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'a')
      .networkOff()
      .userMarks('note', { addLabels: ['mine'] })
      .elsewhereWrites('note', { labels: names(MOST_LABELS) })
      .networkOn()
      .wakes()
      .expectCloud('note', { labels: names(MOST_LABELS) })
      .expectPending(0),
);

import { specify } from './spec.ts';

specify('[S3.1] create and edit make one create', (spec) =>
  spec
    .userAdds('note', 'a')
    .userEdits('note', { text: 'b' })
    .starts()
    .expectCommits(['create'])
    .expectCloud('note', { text: 'b' }),
);

specify('[S3.2] two edits make one update of the changed fields', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a', 'Title')
    .networkOff()
    .userEdits('note', { text: 'b' })
    .userEdits('note', { text: 'c' })
    .userMoves('note', 'archive')
    .expectCommits(['create'])
    .networkOn()
    .wakes()
    .expectCommits(['edit'])
    .expectCloud('note', { title: 'Title', text: 'c', isArchived: true }),
);

specify('[S3.3] a change and its reverse leave nothing to push', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .ends()
    .userMoves('note', 'archive')
    .userMoves('note', 'unarchive')
    .expectPending(0)
    .expectCommits(['create']),
);

specify('[S3.3] a new note that was archived and unarchived is one create', (spec) =>
  spec
    .userAdds('note', 'a')
    .userMoves('note', 'archive')
    .userMoves('note', 'unarchive')
    .starts()
    .expectCommits(['create'])
    .expectState({ phase: 'live', pending: 0 }),
);

specify('[S3.4] a create that is deleted for ever before it was pushed leaves nothing to push', (spec) =>
  spec
    .userAdds('note', 'a')
    .userDeletesForever('note')
    .expectPending(0)
    .starts()
    .expectCommits()
    .expectTexts(),
);

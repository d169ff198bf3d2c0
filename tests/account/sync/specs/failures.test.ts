import { type Spec, specify } from './spec.ts';

specify(
  '[S8.1] [S8.2] pushes pause longer after each failure of the kind "wait", and are tried at once after a wake',
  (spec) =>
    spec
      .starts()
      .pushFails('wait', 3)
      .userAdds('note', 'a')
      .expectState({ phase: 'offline', pending: 1 })
      .expectNextTryIn(750)
      .clockAdvances(750)
      .expectNextTryIn(1_500)
      .clockAdvances(1_500)
      .expectNextTryIn(3_000)
      .wakes()
      .expectCloud('note', { text: 'a' })
      .expectState({ phase: 'live', pending: 0 }),
);

specify('[S8.1] at most a minute passes between two tries after failures of the kind "wait"', (spec) =>
  spec
    .networkOff()
    .starts()
    .userAdds('note', 'a')
    .clockAdvances(3_600_000)
    .networkOn()
    .clockAdvances(60_000)
    .expectCloud('note', { text: 'a' })
    .expectState({ phase: 'live', pending: 0 }),
);

specify(
  '[S8.2] a pause after a failure of the kind "wait" ends when a snapshot arrives, and nothing is pushed twice',
  (spec) =>
    spec
      .starts()
      .pushFails('wait')
      .pushIsHeld()
      .userAdds('note', 'a')
      .elsewhereWrites('other', { text: 'from elsewhere' })
      .expectCommits(['create'], ['create'])
      .clockAdvances(60_000)
      .expectCommits()
      .pushGoesOn()
      .expectState({ phase: 'live', pending: 0 }),
);

specify(
  '[S8.3] a failure of the kind "session" stops all pushes until a new sign-in, and no edit is lost',
  (spec) =>
    spec
      .starts()
      .pushFails('session')
      .userAdds('note', 'a')
      .expectState({ phase: 'session-expired', pending: 1 })
      .expectNextTryIn(null)
      .userEdits('note', { text: 'edited meanwhile' })
      .expectState({ phase: 'session-expired', pending: 1 })
      .wakes()
      .expectCloud('note', { text: 'edited meanwhile' })
      .expectState({ phase: 'live', pending: 0 }),
);

specify('[S8.3] a live query that ends with "session" stops the pushes, too', (spec) =>
  spec
    .starts()
    .watchEnds('session')
    .userAdds('note', 'a')
    .expectCommits()
    .expectState({ phase: 'session-expired', pending: 1 })
    .expectNextTryIn(null),
);

specify('[S8.10] a refused push is named, and asked again slowly', (spec) =>
  spec
    .starts()
    .pushFails('refused', 3)
    .userAdds('note', 'a')
    .expectState({ phase: 'cloud-refuses', refusal: { cause: 'quota-spent', status: 8 }, pending: 1 })
    .expectTrouble('Today’s free quota is used up')
    .expectNextTryIn(45_000)
    .elsewhereWrites('other', { text: 'the cloud can be reached' })
    .userEdits('note', { text: 'b' })
    .expectNextTryIn(45_000)
    .expectCommits(['create'])
    .clockAdvances(45_000)
    .expectNextTryIn(90_000)
    .clockAdvances(90_000)
    .clockAdvances(180_000)
    .expectCloud('note', { text: 'b' })
    .expectState({ phase: 'live', pending: 0 }),
);

specify('[S8.10] at most a quarter of an hour passes between two tries of a refused push', (spec) => {
  spec.starts().pushFails('refused', 12).userAdds('note', 'a').expectCommits(['create']);
  for (let quarter = 0; quarter < 12; quarter += 1) spec.clockAdvances(900_000).expectCommits(['create']);
  return spec.expectCloud('note', { text: 'a' }).expectState({ phase: 'live', pending: 0 });
});

specify('[S8.10] a refused live query is named, asked again slowly, and pushes go on', (spec) =>
  spec
    .starts()
    .watchEnds('refused')
    .expectState({ phase: 'cloud-refuses', refusal: { cause: 'quota-spent', status: 8 } })
    .expectNextTryIn(45_000)
    .userAdds('note', 'a')
    .expectCloud('note', { text: 'a' })
    .wakes()
    .expectState({ phase: 'live' }),
);

specify('[S8.10] a refused cloud that cannot be reached any more is offline', (spec) =>
  spec.starts().watchEnds('refused').networkOff().clockAdvances(60_000).expectState({ phase: 'offline' }),
);

specify('[S8.4] a refused note is found in its batch and set aside, and the other notes arrive', (spec) => {
  for (let note = 0; note < 9; note += 1) spec.userAdds(`note ${note}`, `${note}`);
  return spec
    .cloudRefuses('note 3')
    .starts()
    .expectCloudTexts('0', '1', '2', '4', '5', '6', '7', '8')
    .expectState({ phase: 'live', pending: 0, refused: 1 })
    .expectTrouble('The cloud refused a note')
    .userAdds('later', 'later')
    .expectCloud('later', { text: 'later' })
    .expectPending(0, 1);
});

specify('[S8.4] two refused notes of one batch are both set aside', (spec) => {
  for (let note = 0; note < 9; note += 1) spec.userAdds(`note ${note}`, `${note}`);
  return spec
    .cloudRefuses('note 0')
    .cloudRefuses('note 8')
    .starts()
    .expectCloudTexts('1', '2', '3', '4', '5', '6', '7')
    .expectPending(0, 2);
});

specify('[S8.5] a refused note is pushed again after an edit', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .cloudRefuses('note')
    .userEdits('note', { text: 'b' })
    .expectPending(0, 1)
    .cloudRefusesNothing()
    .userEdits('note', { text: 'c' })
    .expectCloud('note', { text: 'c' })
    .expectPending(0),
);

specify('[S8.5] an edit that is made before a refusal of the note arrives is pushed as well', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .cloudRefuses('note')
    .pushIsHeld()
    .userEdits('note', { text: 'b' })
    .userEdits('note', { text: 'c' })
    .pushGoesOn()
    .expectCommits(['create'], ['edit'], ['edit'])
    .expectPending(0, 1),
);

specify('[S8.5] a refused note is pushed again when the user asks for it', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .cloudRefuses('note')
    .userEdits('note', { text: 'b' })
    .expectPending(0, 1)
    .cloudRefusesNothing()
    .userRetries()
    .expectCloud('note', { text: 'b' })
    .expectPending(0),
);

specify('[S8.5] a refused creation gets another id when the user asks for another try', (spec) =>
  spec
    .userAdds('note', 'a')
    .cloudRefuses('note')
    .starts()
    .expectPending(0, 1)
    .userRetries()
    .expectTexts('a')
    .expectCloudTexts('a')
    .expectPending(0),
);

specify(
  '[S8.6] a note that is larger than a document can be is not sent, and does not stop the others',
  (spec) =>
    spec
      .starts()
      .userAdds('huge', '語'.repeat(400_000))
      .userAdds('small', 'a')
      .expectCommits(['create'])
      .expectCloudTexts('a')
      .expectPending(0, 1)
      .expectTrouble('1 MiB')
      .userEdits('huge', { text: 'short' })
      .expectCloudTexts('a', 'short')
      .expectPending(0),
);

specify('[S8.7] a refusal of a note that the cloud has changed meanwhile is handled as a conflict', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a\n')
    .watchIsSilent()
    .elsewhereWrites('note', { text: 'a\ntheirs\n' })
    .pushFails('note')
    .userEdits('note', { text: 'mine\na\n' })
    .expectCloud('note', { text: 'mine\na\ntheirs\n' })
    .expectPending(0),
);

specify('[S8.8] a disk that fails pauses the pushes, and nothing is lost', (spec) =>
  spec
    .starts()
    .pushIsHeld()
    .userAdds('note', 'a')
    .storeFailsAfter(0)
    .pushGoesOn()
    .expectState({ phase: 'offline', pending: 1 })
    .expectTrouble('The disk is full')
    .storeWorks()
    .clockAdvances(1_000)
    .expectTexts('a')
    .expectCloudTexts('a')
    .expectState({ phase: 'live', pending: 0 }),
);

specify(
  '[S8.8] a store that fails for minutes causes no unhandled error, and syncing goes on once it works',
  (spec) =>
    spec
      .starts()
      .pushIsHeld()
      .userAdds('note', 'a')
      .storeIsBroken()
      .pushGoesOn()
      .elsewhereWrites('other', { text: 'b' })
      .watchEnds()
      .clockAdvances(60_000)
      .wakes()
      .clockAdvances(60_000)
      .expectState({ phase: 'offline', pending: 1 })
      .expectTrouble('could not be counted: The disk is full')
      .storeWorks()
      .wakes()
      .clockAdvances(1_000)
      .expectTexts('a', 'b')
      .expectCloudTexts('a', 'b')
      .expectState({ phase: 'live', pending: 0 }),
);

specify('[S8.9] a push without an answer for 2.5 s causes a check of the connection, and goes on', (spec) =>
  spec
    .starts()
    .pushIsHeld()
    .userAdds('note', 'a')
    .clockAdvances(2_499)
    .expectChecks(0)
    .clockAdvances(1)
    .expectChecks(1)
    .clockAdvances(20_000)
    .expectState({ phase: 'live', pending: 1 })
    .expectCommits(['create'])
    .pushGoesOn()
    .expectState({ phase: 'live', pending: 0 })
    .expectChecks(1)
    .expectNextTryIn(null),
);

specify('[S8.9] the device counts as offline after 5 s if neither a push nor the check is answered', (spec) =>
  spec
    .starts()
    .pushIsHeld()
    .checksAreHeld()
    .userAdds('note', 'a')
    .clockAdvances(4_999)
    .expectState({ phase: 'live', pending: 1 })
    .clockAdvances(1)
    .expectState({ phase: 'offline', pending: 1 })
    .pushGoesOn()
    .expectState({ phase: 'live', pending: 0 }),
);

specify('[S8.9] a push that is answered in time causes no check of the connection', (spec) =>
  spec.starts().userAdds('note', 'a').clockAdvances(60_000).expectChecks(0).expectPending(0),
);

// The cause of each of these refusals has passed before the notes are tried again.
for (const [moment, passes] of [
  ['at a start', (spec: Spec) => spec.restarts()],
  ['after a wake or with a new session', (spec: Spec) => spec.wakes()],
  ['an hour later', (spec: Spec) => spec.clockAdvances(3_600_000)],
] as const) {
  specify(`[S8.5] refused notes are tried again ${moment}, in one commit`, (spec) => {
    for (let note = 0; note < 40; note += 1) spec.userAdds(`note ${note}`, `${note}`);
    for (let note = 0; note < 40; note += 1) spec.cloudRefuses(`note ${note}`);
    spec
      .starts()
      .expectPending(0, 40)
      .cloudRefusesNothing()
      .step('forget the commits', (world) => (world.commitsSeen = world.cloud.commits.length));
    return passes(spec)
      .expectCommits(Array.from({ length: 40 }, () => 'create' as const))
      .expectPending(0);
  });
}

specify('[S8.5] a note that is still refused waits for another hour', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .cloudRefuses('note')
    .userEdits('note', { text: 'b' })
    .expectPending(0, 1)
    .expectNextTryIn(3_600_000)
    .clockAdvances(3_600_000)
    .expectPending(0, 1)
    .expectNextTryIn(3_600_000),
);
